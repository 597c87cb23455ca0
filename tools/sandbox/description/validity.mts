import { Ajv2020 } from 'ajv/dist/2020.js';
import type { ValidateFunction } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { description } from './openapi.mts';
import type { Schema } from './openapi.mts';

const ID = 'openapi.json';
const ajv = new Ajv2020({ strict: true, strictTypes: false, strictRequired: false, allErrors: false });
formats.default(ajv);
ajv.addVocabulary(['x-origin', ...Object.keys(description)]);
ajv.addSchema({ ...description }, ID, false, false);

const compiled = new Map<string, ValidateFunction>();

/** How a value departs from a schema of the description, in words; undefined when it does not. */
export function departureFrom(schema: Schema, value: unknown): string | undefined {
	const key = schema.$ref ?? JSON.stringify(schema);
	let validate = compiled.get(key);
	if (validate === undefined) {
		validate = ajv.compile(schema.$ref === undefined ? schema : { $ref: `${ID}${schema.$ref}` });
		compiled.set(key, validate);
	}
	if (validate(value)) return undefined;
	const [error] = validate.errors ?? [];
	const { unevaluatedProperty, additionalProperty } = error.params;
	const which = unevaluatedProperty ?? additionalProperty;
	return `${error.instancePath || 'it'} ${error.message}${which === undefined ? '' : ` ("${which}")`}`;
}
