import { z } from 'zod';
import { InvalidInputError } from './invalid-input-error';
import type { JsonObject } from './json';

/** The four kinds of section 2.1. */
export const RESOURCES = ['client', 'campus', 'building', 'floor'] as const;
export type Resource = (typeof RESOURCES)[number];

/** Where an answer nests the resources one level below (observed beside the specification). */
const CHILDREN = {
	client: { member: 'campuses', resource: 'campus' },
	campus: { member: 'buildings', resource: 'building' },
	building: { member: 'floors', resource: 'floor' },
	floor: undefined,
} as const satisfies Record<Resource, { member: string; resource: Resource } | undefined>;

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
}

/**
 * The resources directly below one, each without what it nests itself.
 * @throws InvalidInputError when the answer nests none, or nests something else
 */
export function childrenOf(resource: Resource, answer: JsonObject): Descendant[] {
	return nestedIn(resource, answer).map(({ descendant }) => descendant);
}

/** All resources below one, parents before their children. @throws InvalidInputError as `childrenOf` */
export function descendantsOf(resource: Resource, answer: JsonObject): Descendant[] {
	return nestedIn(resource, answer).flatMap(({ descendant, source }) => [
		descendant,
		...(nests(descendant.resource, source) ? descendantsOf(descendant.resource, source) : []),
	]);
}

function nests(resource: Resource, answer: JsonObject): boolean {
	const children = CHILDREN[resource];
	// Services that write every member write null for a list that they do not have.
	return children !== undefined && (answer[children.member] ?? null) !== null;
}

function nestedIn(
	resource: Resource,
	answer: JsonObject,
): Array<{ descendant: Descendant; source: JsonObject }> {
	const children = CHILDREN[resource];
	if (children === undefined) {
		throw new InvalidInputError(
			'A floor has nothing below it',
			'Choose a client, campus or building, or the operation Get.',
		);
	}
	const nested = answer[children.member];
	if (!Array.isArray(nested)) {
		throw new InvalidInputError(
			`The service's answer for this ${resource} holds no list "${children.member}"`,
			'This deployment does not nest children in lookups. Look each resource up by its own code.',
		);
	}
	return nested.map((entry: unknown, index) => {
		const parsed = nestedSchema.safeParse(entry);
		if (!parsed.success) {
			throw new InvalidInputError(
				`${children.member}[${index}] in the service's answer is not a ${children.resource} with code and name`,
				'The service answered with something the specification does not describe; report it to its operator.',
			);
		}
		const source = parsed.data;
		const { code, name } = source;
		const parentCode = typeof answer.code === 'string' ? answer.code : '';
		const own = { resource: children.resource, code, name, parentCode };
		// Twice: first for the order of the columns, last so that no field of the service takes their place.
		const descendant: Descendant = { ...own, ...source, ...own };
		const below = CHILDREN[children.resource];
		if (below !== undefined) delete descendant[below.member];
		return { descendant, source };
	});
}
