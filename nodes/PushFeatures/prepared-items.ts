import type { INodeExecutionData } from 'n8n-workflow';
import { codeText, featureProblems, inertText, isJsonObject, partnerCodeHeader, pushFeaturesAddress } from '../../service';
import type { Feature, FeatureProblem } from '../../service';
import { ItemFailure, asItemFailure } from '../shared/item-error';
import type { Parameters } from '../shared/parameters';
import { rawFeatures } from './feature-sources';
import type { RawFeature } from './feature-sources';
import { PushSettingsReader } from './push-settings';
import type { PushSettings } from './push-settings';

/** An item whose features may be sent. */
export interface PreparedItem {
	itemIndex: number;
	planCode: string;
	settings: PushSettings;
	features: Feature[];
	/** Rules that features of this item break. Such features are not among `features`. */
	problems: FeatureProblem[];
	/** How many features the item gave. */
	given: number;
}

export interface PreparedItems {
	items: PreparedItem[];
	/** Items that give no plan or nothing that could be a feature, by item index. */
	failures: Map<number, ItemFailure>;
}

/** Reads every item before anything is sent. */
export function prepareItems(parameters: Parameters, input: INodeExecutionData[], always: { validate: boolean }): PreparedItems {
	const items: PreparedItem[] = [];
	const failures = new Map<number, ItemFailure>();
	const settings = new PushSettingsReader(parameters);
	input.forEach(({ json }, itemIndex) => {
		try {
			items.push(prepare(parameters, settings.of(itemIndex), json, itemIndex, always.validate));
		} catch (error) {
			failures.set(itemIndex, asItemFailure(error));
		}
	});
	return { items, failures };
}

function prepare(
	parameters: Parameters,
	settings: PushSettings,
	json: Feature,
	itemIndex: number,
	alwaysValidate: boolean,
): PreparedItem {
	const planCode = codeText(parameters.value('planCode', itemIndex), 'plan code');
	// Refused here, so that nothing at all is sent when one address cannot be made.
	pushFeaturesAddress('', planCode, settings.author);
	if (settings.partnerCode !== '') partnerCodeHeader(settings.partnerCode);
	const raw = rawFeatures(parameters, json, itemIndex);
	const features: Feature[] = [];
	const problems: FeatureProblem[] = [];
	for (const { path, feature, problems: known } of raw) {
		const found = [...known, ...broken(feature, settings, alwaysValidate)];
		for (const problem of found) problems.push({ ...problem, path: joined(path, problem.path) });
		if (found.length === 0 && isJsonObject(feature)) features.push(withoutPhotos(feature));
	}
	return { itemIndex, planCode, settings, features, problems, given: raw.length };
}

function broken(
	feature: RawFeature['feature'],
	{ validate, refusePhotos }: PushSettings,
	alwaysValidate: boolean,
): FeatureProblem[] {
	if (!isJsonObject(feature)) return [{ path: '', message: 'must be an object' }];
	const problems = validate || alwaysValidate ? featureProblems(feature) : [];
	const { photos } = feature;
	if (refusePhotos && photos !== undefined && photos !== null && !(Array.isArray(photos) && photos.length === 0)) {
		problems.push({ path: 'photos', message: 'cannot be pushed; set the option Photos to Remove to push the rest' });
	}
	return problems;
}

function joined(path: string, inner: string): string {
	if (path === '' || inner === '') return `${path}${inner}`;
	return `${path}.${inner}`;
}

/** Section 2.5: pushing photos is unsupported. A member that is undefined is not sent. */
function withoutPhotos(feature: Feature): Feature {
	return 'photos' in feature ? { ...feature, photos: undefined } : feature;
}

/** Why one item is invalid, with each path and rule. */
export function invalidItem({ planCode, problems }: PreparedItem): ItemFailure {
	return new ItemFailure({
		message: `Not pushed: ${problems.slice(0, MOST_IN_WORDS).map(inWords).join('; ')}${problems.length > MOST_IN_WORDS ? ` and ${problems.length - MOST_IN_WORDS} more` : ''}`,
		advice: 'Correct the item and run it again. Nothing of it was sent.',
		details: { planCode, safeToRetry: true, problems: problems.slice(0, 1000).map(({ path, message }) => ({ path, message })) },
	});
}

const MOST_IN_WORDS = 20;

/** Why nothing was sent: names every item; the first twenty problems in words. */
export function invalidInput({ items, failures }: PreparedItems): ItemFailure | undefined {
	const words = new Map<number, string[]>();
	for (const [itemIndex, { message }] of failures) words.set(itemIndex, [message]);
	for (const { itemIndex, problems } of items) {
		if (problems.length > 0) words.set(itemIndex, problems.map(inWords));
	}
	if (words.size === 0) return undefined;
	const indices = [...words.keys()].sort((one, other) => one - other);
	const all = indices.flatMap((itemIndex) => (words.get(itemIndex) ?? []).map((text) => ({ itemIndex, text })));
	const told = all.slice(0, MOST_IN_WORDS).map(({ itemIndex, text }) => `Item ${itemIndex}: ${text}`);
	const others = indices.filter((itemIndex) => !all.slice(0, MOST_IN_WORDS).some((one) => one.itemIndex === itemIndex));
	const rest = all.length - told.length;
	const more = rest === 0 ? '' : `;\n… and ${rest} more problems${others.length === 0 ? '' : `, in items ${ranges(others)}`}`;
	return new ItemFailure({
		message: `Nothing was sent, as the input is invalid. ${told.join(';\n')}${more}`,
		advice: 'Correct these items, or set On Error to continue so that the valid ones are pushed.',
		details: { safeToRetry: true, invalidItems: indices.slice(0, 1000) },
	});
}

/** A path may hold the name of a column, and with it what the service or a sheet gave. */
function inWords({ path, message }: FeatureProblem): string {
	return path === '' ? `the feature ${message}` : `${inertText(path)} ${message}`;
}

/** Ascending numbers as `3, 5–9`. */
function ranges(numbers: number[]): string {
	const parts: string[] = [];
	let from = numbers[0];
	numbers.forEach((number, index) => {
		if (numbers[index + 1] === number + 1) return;
		parts.push(from === number ? `${from}` : `${from}–${number}`);
		from = numbers[index + 1];
	});
	return parts.join(', ');
}
