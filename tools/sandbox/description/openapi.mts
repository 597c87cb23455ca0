import document from '../../openapi/openapi.json' with { type: 'json' };

/** Where a schema stands in the document, or a schema that refers to nothing. */
export type Schema = { $ref: string } | { [keyword: string]: unknown; $ref?: undefined };

export interface Parameter {
	name: string;
	in: string;
	required?: boolean;
	schema: Schema;
}

interface Reference {
	$ref: string;
}

type Content = Record<string, { schema?: Schema }>;

export interface Response {
	description: string;
	headers?: Record<string, unknown>;
	content?: Content;
}

export interface Operation {
	security?: unknown[];
	parameters?: Array<Parameter | Reference>;
	requestBody?: { content: Content };
	responses: Record<string, Response | Reference>;
}

export interface PathItem {
	servers?: unknown[];
	parameters?: Array<Parameter | Reference>;
	get?: Operation;
	post?: Operation;
}

/** `tools/openapi/openapi.json`, as far as it is read here. */
export interface Document {
	paths: Record<string, PathItem>;
	components: {
		securitySchemes: Record<string, { name: string }>;
		parameters: Record<string, Parameter>;
		responses: Record<string, Response>;
	};
}

export const description: Document = document;

/** What a reference such as `#/components/parameters/code` stands for; anything else is itself. */
export function parameterOf(entry: Parameter | Reference): Parameter {
	return '$ref' in entry ? description.components.parameters[nameOf(entry)] : entry;
}

export function responseOf(entry: Response | Reference): Response {
	return '$ref' in entry ? description.components.responses[nameOf(entry)] : entry;
}

function nameOf({ $ref }: Reference): string {
	return $ref.slice($ref.lastIndexOf('/') + 1);
}
