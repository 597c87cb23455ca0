import { asJsonSafe, featureProblems, withoutMissingValues } from '../../service/plan';
import type { Feature, FeatureProblem, Match } from '../../service/plan';
import { isJsonObject } from '../../service/text';
import type { JsonObject } from '../../service/text';
import type { PlansOfItem, RawFeature } from './feature-sources';
import type { PushSettings } from './push-settings';

/** A feature of an item with the rules that it breaks. */
export interface InputFeature {
	itemIndex: number;
	/** Leads to it within the item. */
	path: string;
	/** The row of a table that it was read from. */
	row?: JsonObject | undefined;
	/** As JSON writes it, so that what is compared is what is sent. Undefined where it is no object. */
	feature: Feature | undefined;
	/** With paths within the feature. */
	problems: FeatureProblem[];
	/** What it is on the plan, where it was matched. */
	match?: Match;
}

/** A feature that may be sent. */
export type ValidFeature = InputFeature & { feature: Feature };

export function isValidFeature(one: InputFeature): one is ValidFeature {
	return one.problems.length === 0 && one.feature !== undefined;
}

/** @param validate check the rules of the specification, also where Validate is off */
export function toInputFeature(
	{ path, feature, problems, row }: RawFeature,
	{ itemIndex, settings, plan }: PlansOfItem & { itemIndex: number; settings: PushSettings },
	validate: boolean,
): InputFeature {
	const found = [...problems, ...brokenRules(feature, settings, validate, plan?.outlineForms)];
	if (!isJsonObject(feature)) return { itemIndex, row, path, feature: undefined, problems: found };
	// Section 2.5: pushing photos is unsupported. A member that is undefined is not sent.
	if ('photos' in feature) feature.photos = undefined;
	const sent = asJsonSafe(withoutMissingValues(feature));
	for (const problem of sent.problems) found.push(problem);
	return { itemIndex, row, path, feature: sent.feature, problems: found };
}

function brokenRules(
	feature: unknown,
	{ validate, refusePhotos }: PushSettings,
	validateAlways: boolean,
	forms: ReadonlySet<string> | undefined,
): FeatureProblem[] {
	if (!isJsonObject(feature)) return [{ path: '', rule: 'object' }];
	const problems = validate || validateAlways ? featureProblems(feature, forms) : [];
	const { photos } = feature;
	if (refusePhotos && photos !== undefined && photos !== null && !(Array.isArray(photos) && photos.length === 0)) {
		problems.push({ path: 'photos', rule: 'noPhotos' });
	}
	return problems;
}
