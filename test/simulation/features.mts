import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import { DATA_KEY, placeOf, richFeature } from './changes.mts';
import type { ExecutionScript, FeatureKind, Script } from './scenario.mts';

/** The input of an execution; names of its features begin with the number of the execution whose features they are. */
export function itemsOf(script: ExecutionScript, execution: number): INodeExecutionData[] {
	const owner = script.same ?? execution;
	return script.items.map(({ plan, features: kinds }, item) => {
		const features = kinds.map((kind, at) => featureOf(kind, `${owner}.${item}`, at));
		const json = script.source === 'item' ? features[0] : { features };
		return { json: { ...json, planCode: `pln_${plan}` }, pairedItem: { item } };
	});
}

/** Whether its items have settings of their own, so that parameters are expressions. */
export function isMixed({ items }: ExecutionScript): boolean {
	return items.some(({ author, batchSize, skip }) => (author ?? batchSize ?? skip) !== undefined);
}

export function namesOf({ json }: INodeExecutionData): string[] {
	const features = (json.features as IDataObject[] | undefined) ?? [json];
	return features.map(({ name }) => String(name));
}

export function isSkipped({ items, options, isRetry }: ExecutionScript, item: number): boolean {
	return isRetry || (items[item].skip ?? options.skip);
}

/** The feature that a plan holds before somebody asks for it. */
export function featureBefore(
	{ executions }: Script,
	execution: number,
	item: number,
	at: number,
): { name: string; plan: number; feature: IDataObject } | undefined {
	const script = executions.at(execution);
	const { plan, features } = script?.items.at(item) ?? {};
	if (script === undefined || plan === undefined || features?.[at] === undefined) return undefined;
	const feature = featureOf(features[at], `${script.same ?? execution}.${item}`, at);
	return { name: String(feature.name), plan, feature };
}

function featureOf(kind: FeatureKind, item: string, at: number): IDataObject {
	const isTwin = kind === 'twin' || kind === 'nearTwin';
	const name = isTwin ? `${item} twin` : `${item}.${at}`;
	if (kind === 'rich') return richFeature(name) as IDataObject;
	const data = [{ key: DATA_KEY, name: 'Label', value: kind === 'nearTwin' ? '' : name }];
	if (kind === 'icon') return { type: 'leaderLineIcon', name, position: null, icons: [{ iconType: 'printer' }], data };
	const x = placeOf(name);
	const ring = [[x, 0], ...[0, 3.25].map((y) => [x + 4, y]), [x, 0]];
	const zone = { type: 'zone', zoneType: 'common', name, geometry: { type: 'Polygon', coordinates: [ring] } };
	if (kind === 'nullData') return { ...zone, data: null };
	if (kind === 'bad') return { ...zone, data, extra: 'bad' };
	// Of twins one leaves `data` out and one gives it without a value, which are equal on the plan.
	return kind === 'twin' ? zone : { ...zone, data };
}
