import { z } from 'zod';
import { InputProblem, UnexpectedResponseError } from './errors';
import type { JsonObject } from '../text';

/** A kind of resource. */
interface Level {
	/** Path segment of its lookup (section 4.4). */
	segment: string;
	label: string;
	/** In words, and the member by which an answer of the level above nests these (observed beside the specification). */
	plural: string;
	/** How its codes begin (observed). */
	codePrefix: string;
}

/** The levels of section 2.1, each directly below the one before. A new level is an entry here. */
export const LEVELS = {
	client: { segment: 'Clients', label: 'Client', plural: 'clients', codePrefix: 'clnt_' },
	campus: { segment: 'Campuses', label: 'Campus', plural: 'campuses', codePrefix: 'camp_' },
	building: { segment: 'Buildings', label: 'Building', plural: 'buildings', codePrefix: 'bldg_' },
	floor: { segment: 'Floors', label: 'Floor', plural: 'floors', codePrefix: 'flr_' },
} as const satisfies Record<string, Level>;

export type Resource = keyof typeof LEVELS;

/** From the top down. */
export const RESOURCES = Object.keys(LEVELS) as Resource[];

/** The levels above one, from the top down. */
export function levelsAbove(resource: Resource): Resource[] {
	return RESOURCES.slice(0, RESOURCES.indexOf(resource));
}

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

/** Section 2.1: what every lookup answers at least. */
export const lookupSchema = z
	.object({ code: z.string(), name: z.string(), viewerTokens: viewerTokensSchema })
	.passthrough();

const nestedSchema = z.object({ code: z.string(), name: z.string() }).passthrough();

/** Observed answers of the listings of partners and of a partner's clients. */
export const namedListSchema = z.array(z.object({ code: z.string(), name: z.string() }));

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

/** A resource that an answer nests, and what lies between it and the resource that was looked up, from the top down. */
export interface Nested {
	resource: Descendant;
	between: Descendant[];
	/** Whether the answer says what lies below it; always of a floor. */
	isWhole: boolean;
}

/**
 * The resources directly below one, each without what it nests itself.
 * @throws InputProblem when the answer nests none
 * @throws UnexpectedResponseError when it nests something else
 */
export function childrenOf(resource: Resource, response: JsonObject): Descendant[] {
	return childrenIn(resource, response).map(({ descendant }) => descendant);
}

/** All resources below one, parents before their children. Throws like `childrenOf` */
export function descendantsOf(resource: Resource, response: JsonObject): Descendant[] {
	return nestedIn(resource, response).map((nested) => nested.resource);
}

/**
 * All resources below one, each with the resources between, parents before their children. Throws like `childrenOf`
 * @param above the one as a descendant itself, where it is one
 */
export function nestedIn(resource: Resource, response: JsonObject, above?: Descendant): Nested[] {
	return childrenIn(resource, response, above).flatMap(({ descendant, source }) => [
		{ resource: descendant, between: [], isWhole: hasLevelBelow(descendant.resource, source) },
		...(nestedListOf(descendant.resource, source) === undefined
			? []
			: nestedIn(descendant.resource, source, descendant)
		).map((nested) => ({ ...nested, between: [descendant, ...nested.between] })),
	]);
}

/**
 * Whether a service nests one level only: the answer has children that could nest more, and none of them has a list for
 * it.
 */
export function hasOneLevelOnly(resource: Resource, response: JsonObject): boolean {
	const children = childrenIn(resource, response);
	return children.length > 0 && children.every(({ descendant, source }) => !hasLevelBelow(descendant.resource, source));
}

function hasLevelBelow(resource: Resource, response: JsonObject): boolean {
	return levelsBelow(resource).length === 0 || nestedListOf(resource, response) !== undefined;
}

/**
 * What the answer gives as its children; undefined where it says nothing. A null is no child, because some services
 * write every member.
 */
function nestedListOf(resource: Resource, response: JsonObject): unknown {
	const [below] = levelsBelow(resource);
	const list = below === undefined ? undefined : response[LEVELS[below].plural];
	return list === null ? [] : list;
}

/** @param above the answer as a descendant itself; undefined for what was looked up */
function childrenIn(
	resource: Resource,
	response: JsonObject,
	above?: Descendant,
): Array<{ descendant: Descendant; source: JsonObject }> {
	const [below, furtherBelow] = levelsBelow(resource);
	if (below === undefined) {
		throw new InputProblem('A floor has nothing below it', 'hasLevelBelow');
	}
	const { plural } = LEVELS[below];
	const path = pathOf(resource, response, above);
	const list = nestedListOf(resource, response);
	if (!Array.isArray(list)) {
		throw new InputProblem(`The service's response for this ${resource} holds no list "${plural}"`, 'nestsChildren');
	}
	return list.map((entry: unknown, index) => {
		const parsed = nestedSchema.safeParse(entry);
		if (!parsed.success) {
			throw new UnexpectedResponseError(`has at ${plural}[${index}] no ${below} with code and name`);
		}
		const source = parsed.data;
		const { code, name } = source;
		const parentCode = typeof response.code === 'string' ? response.code : '';
		const own = {
			resource: below,
			code,
			name,
			parentCode,
			...path,
			path: [...path.path, name],
		};
		// Twice: first for the order of the columns, last so that no field of the service takes their place.
		const descendant: Descendant = { ...own, ...source, ...own };
		if (furtherBelow !== undefined) delete descendant[LEVELS[furtherBelow].plural];
		return { descendant, source };
	});
}

/** The main fields of a lookup, named as those of a child. `planCode` is null where there is no plan. */
export function simplifiedLookup(response: JsonObject): JsonObject {
	const { code, name, planCode = null, viewerTokens } = response;
	return { code, name, planCode, path: [name], ...(viewerTokens === undefined ? {} : { viewerTokens }) };
}

/** Where the children of a resource lie, in names. */
function pathOf(
	resource: Resource,
	response: JsonObject,
	above: Descendant | undefined,
): Pick<Descendant, 'path' | 'campus' | 'building'> {
	const name = typeof response.name === 'string' ? response.name : '';
	return {
		path: above?.path ?? (name === '' ? [] : [name]),
		...(above?.campus === undefined ? {} : { campus: above.campus }),
		...((resource === 'campus' || resource === 'building') && name !== '' ? { [resource]: name } : {}),
	};
}
