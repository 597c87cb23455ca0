import path from 'node:path';

import type { INodeProperties } from 'n8n-workflow';

import { PlanServiceApi } from '../../../credentials/PlanServiceApi.credentials.ts';
import { projectRoot } from '../../n8n/driver/host-folder.mts';
import { flatParameters } from './flat-parameters.mts';
import { documentedNodes } from './nodes.mts';

/** What saved workflows and credentials hold of a parameter. */
export interface PublicParameter {
	type: string;
	default: unknown;
	/** What can be chosen: values of options, modes of a resource locator. */
	values?: unknown[];
}

/** Every name that saved workflows and credentials hold, with its values and default. */
export interface PublicNames {
	/** `name.vN` of a node type, or of a credential type without a version. */
	[type: string]: Record<string, PublicParameter>;
}

export const publicNamesFile = path.join(projectRoot, 'test', 'unit', 'public-names.json');

export function publicNames(): PublicNames {
	const credential = new PlanServiceApi();
	const nodes = documentedNodes.flatMap(({ description }) =>
		[description.version].flat().map((version) => [`${description.name}.v${version}`, description.properties] as const),
	);
	const all: Array<readonly [string, INodeProperties[]]> = [[credential.name, credential.properties], ...nodes];
	return Object.fromEntries(all.map(([type, properties]) => [type, parametersOf(properties)]));
}

function parametersOf(properties: INodeProperties[]): Record<string, PublicParameter> {
	const named: Record<string, PublicParameter> = {};
	for (const { path: name, parameter, choices } of flatParameters(properties)) {
		const own = parameter.modes?.map((mode) => mode.name) ?? choices.map(({ value }) => value);
		// A parameter that stands several times, such as once for each resource, is one to saved workflows.
		const values = [...new Set<unknown>([...(named[name]?.values ?? []), ...own])];
		named[name] = {
			type: parameter.type,
			default: parameter.default,
			...(values.length === 0 ? {} : { values: values.sort() }),
		};
	}
	return named;
}

/** What is no longer as it was: a saved workflow may break. New types, parameters and values are not listed. */
export function brokenNames(before: PublicNames, now: PublicNames): string[] {
	return Object.entries(before).flatMap(([type, parameters]) => {
		if (now[type] === undefined) return [`${type} is gone`];
		return Object.entries(parameters).flatMap(([name, was]) => changesOf(`${type}: ${name}`, was, now[type][name]));
	});
}

function changesOf(name: string, was: PublicParameter, is: PublicParameter | undefined): string[] {
	if (is === undefined) return [`${name} is gone`];
	const lost = (was.values ?? []).filter((value) => !is.values?.includes(value));
	const text = (value: unknown) => JSON.stringify(value);
	return [
		...(was.type === is.type ? [] : [`${name} was of type ${was.type} and is ${is.type}`]),
		...(text(was.default) === text(is.default)
			? []
			: [`${name} had the default ${text(was.default)} and has ${text(is.default)}`]),
		...lost.map((value) => `${name} has lost the value ${text(value)}`),
	];
}
