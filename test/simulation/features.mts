import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import type { Feature } from '../../service/plan';
import { DATA_KEY, placeOf, richFeature } from './changes.mts';
import type { ExecutionScript, FeatureKind, Script, Dimensions } from './scenario.mts';

/** The input of an execution; names of its features begin with the number of the execution whose features they are. */
export function itemsOf(script: ExecutionScript, execution: number, dimensions?: Dimensions): INodeExecutionData[] {
	const owner = script.same ?? execution;
	return script.items.map(({ plan, features: kinds }, item) => {
		const features = kinds.map((kind, at) => featureOf(kind, `${owner}.${item}`, at, dimensions));
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

/** The feature that a plan holds before somebody requests it. */
export function featureBefore(
	{ executions, dimensions }: Script,
	execution: number,
	item: number,
	at: number,
): { name: string; plan: number; feature: IDataObject } | undefined {
	const script = executions.at(execution);
	const { plan, features } = script?.items.at(item) ?? {};
	if (script === undefined || plan === undefined || features?.[at] === undefined) return undefined;
	const feature = featureOf(features[at], `${script.same ?? execution}.${item}`, at, dimensions);
	return { name: String(feature.name), plan, feature };
}

function featureOf(kind: FeatureKind, item: string, at: number, dimensions?: Dimensions): IDataObject {
	return located(featureInMetres(kind, item, at), dimensions) as IDataObject;
}

const METRES: Dimensions = { coordinates: 'metres', x: 0, y: 0, identity: 'id' };
const DEGREES_PER_METRE = 1e-5;

/** A feature of metres, in the coordinates of the plan. Degrees have 14 decimals. */
export function located(feature: Feature, { coordinates, x, y }: Dimensions = METRES): Feature {
	const at = (metres: number, from: number) =>
		coordinates === 'metres' ? from + metres : Number((from + metres * DEGREES_PER_METRE).toFixed(14));
	const { geometry, position } = feature as {
		geometry?: { coordinates: number[][][] };
		position?: { x: number; y: number } | null;
	};
	const rings = geometry?.coordinates.map((ring) => ring.map(([one, other]) => [at(one, x), at(other, y)]));
	return {
		...feature,
		...(rings === undefined ? {} : { geometry: { ...geometry, coordinates: rings } }),
		...(position === undefined || position === null
			? {}
			: { position: { x: at(position.x, x), y: at(position.y, y) } }),
	};
}

/** Kinds that have a position, and no data. */
const SIGNS = ['evacSign', 'exitSign', 'fixedIcon', 'foldingDoor', 'hingedDoor', 'rollerDoor', 'slidingDoorway'];

function featureInMetres(kind: FeatureKind, item: string, at: number): Feature {
	const isTwin = kind === 'twin' || kind === 'nearTwin';
	const name = isTwin ? `${item} twin` : `${item}.${at}`;
	if (kind === 'rich') return richFeature(name);
	const data = [{ key: DATA_KEY, name: 'Label', value: kind === 'nearTwin' ? '' : name }];
	if (kind === 'icon') return { type: 'leaderLineIcon', name, position: null, icons: [{ iconType: 'printer' }], data };
	const x = placeOf(name);
	if (kind === 'sign')
		return { type: SIGNS[(16 * x) % SIGNS.length], name, position: { x, y: 1 }, icons: [{ iconType: 'sign' }] };
	const ring = [[x, 0], ...[0, 3.25].map((y) => [x + 4, y]), [x, 0]];
	const geometry = { type: 'Polygon', coordinates: [ring] };
	if (kind === 'room') return { type: 'room', name, geometry, data };
	const zone = { type: 'zone', zoneType: 'common', name, geometry };
	if (kind === 'nullData') return { ...zone, data: null };
	if (kind === 'bad') return { ...zone, data, extra: 'bad' };
	// Of twins one leaves `data` out and one gives it without a value, which are equal on the plan.
	return kind === 'twin' ? zone : { ...zone, data };
}
