import { z } from 'zod';
import { InputProblem, UnexpectedResponseError } from './errors';
import type { JsonObject } from '../text';

/**
 * The levels of section 2.1, each directly below the one before, with the path segment of its lookup (section 4.4). The
 * plural is also the property that nests these in a response of the level above (observed).
 */
export const LEVELS = {
	client: { segment: 'Clients', label: 'Client', plural: 'clients', codePrefix: 'clnt_' },
	campus: { segment: 'Campuses', label: 'Campus', plural: 'campuses', codePrefix: 'camp_' },
	building: { segment: 'Buildings', label: 'Building', plural: 'buildings', codePrefix: 'bldg_' },
	floor: { segment: 'Floors', label: 'Floor', plural: 'floors', codePrefix: 'flr_' },
} as const;

export type Resource = keyof typeof LEVELS;

/** From the top down. */
export const RESOURCES = Object.keys(LEVELS) as Resource[];

/** The levels below one, from the top down. */
export function levelsBelow(resource: Resource): Resource[] {
	return RESOURCES.slice(RESOURCES.indexOf(resource) + 1);
}

/** Section 2.2. `expiry` is an ISO 8601 timestamp, UTC; a token that is null is unavailable at that level. */
export const viewerTokensSchema = z
	.object({
		allAreas: z.string().nullish(),
		allAreasAndChildren: z.string().nullish(),
		expiry: z.string().nullish(),
	})
	.passthrough();

/** What nobody named yet goes by its code. */
const name = z.string().nullish();

/** Section 2.1: what every lookup returns at least. */
export const lookupSchema = z.object({ code: z.string(), name, viewerTokens: viewerTokensSchema }).passthrough();

const nestedSchema = z.object({ code: z.string(), name }).passthrough();

/** Observed responses of the listings of partners and of a partner's clients. */
export const namedListSchema = z.array(
	z.object({ code: z.string(), name }).transform(({ code, name: given }) => ({ code, name: given || code })),
);

export interface Descendant extends JsonObject {
	resource: Resource;
	code: string;
	name: string;
	parentCode: string;
	/** Names from the top down, such as `['North', 'Harbour House', 'Level 3']`. */
	path: string[];
	/** Names of the campus and the building that it lies in, where these are known. */
	campus?: string;
	building?: string;
}

export interface Nested {
	resource: Descendant;
	/** Whether the response says what lies below it; always of a floor. */
	isWhole: boolean;
}

/** The resources directly below one. Throws like `nestedIn` */
export function childrenIn(resource: Resource, response: JsonObject): Nested[] {
	const [below] = levelsBelow(resource);
	return nestedIn(resource, response).filter((nested) => nested.resource.resource === below);
}

/**
 * All resources below one, parents before their children.
 * @param above the one as a descendant itself, where it is one
 * @throws InputProblem when the response nests none
 * @throws UnexpectedResponseError when it nests something else
 */
export function nestedIn(resource: Resource, response: JsonObject, above?: Descendant): Nested[] {
	const [below, furtherBelow] = levelsBelow(resource);
	if (below === undefined) throw new InputProblem('A floor has nothing below it', 'hasLevelBelow');
	const { plural } = LEVELS[below];
	// A null is no child, because some services write every property.
	const list = response[plural] === null ? [] : response[plural];
	if (!Array.isArray(list)) throw notNested(resource, below);
	const { code: parentCode, name: parentName } = response;
	const names = [parentName || parentCode].filter((one): one is string => typeof one === 'string' && one !== '');
	const parent = {
		parentCode: typeof parentCode === 'string' ? parentCode : '',
		path: above?.path ?? names,
		...(above?.campus === undefined ? {} : { campus: above.campus }),
		...(resource === 'client' || names.length === 0 ? {} : { [resource]: names[0] }),
	};
	return list.flatMap((entry: unknown, index): Nested[] => {
		const parsed = nestedSchema.safeParse(entry);
		if (!parsed.success) {
			throw new UnexpectedResponseError(`has at ${plural}[${index}] no ${below} with a code`);
		}
		const source = parsed.data;
		const { code, name: given } = source;
		const called = given || code;
		const own = { resource: below, code, name: called, ...parent, path: [...parent.path, called] };
		// Twice: first for the order of the columns, last so that no field of the service takes their place.
		const descendant: Descendant = { ...own, ...source, ...own };
		if (furtherBelow === undefined) return [{ resource: descendant, isWhole: true }];
		const nestedList = LEVELS[furtherBelow].plural;
		delete descendant[nestedList];
		const isWhole = source[nestedList] !== undefined;
		return [{ resource: descendant, isWhole }, ...(isWhole ? nestedIn(below, source, descendant) : [])];
	});
}

export function notNested(resource: Resource, below: Resource): InputProblem {
	const message = `The service's response for this ${resource} holds no list "${LEVELS[below].plural}"`;
	return new InputProblem(message, 'nestsChildren');
}

/** The main fields of a lookup, named as those of a child. `planCode` is null where there is no plan. */
export function simplifiedLookup(response: JsonObject): JsonObject {
	const { code, name: given, planCode = null, viewerTokens } = response;
	return {
		code,
		name: given,
		planCode,
		path: [given || code],
		...(viewerTokens === undefined ? {} : { viewerTokens }),
	};
}
