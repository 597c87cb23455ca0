import { NodeHelpers } from 'n8n-workflow';
import type { INodeParameters, INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { documentedNodes } from '../../tools/scripts/docs/nodes.mts';

/** What n8n lets a person choose at the top of a panel. */
const choicesOf = ({ type, options = [] }: INodeProperties) =>
	type === 'options' ? (options as INodePropertyOptions[]).map(({ value }) => value) : [];

describe.each(documentedNodes.map(({ description }) => [description.displayName, description] as const))(
	'the name that n8n gives to %s on the canvas',
	(_displayName, description) => {
		const actions = description.properties
			.filter(({ name }) => name === 'operation')
			.flatMap(({ options = [] }) => (options as INodePropertyOptions[]).map(({ action }) => action));
		const named = (parameters: INodeParameters) => NodeHelpers.makeNodeName(parameters, description);
		const fresh = NodeHelpers.getNodeParameters(description.properties, {}, true, false, null, description) ?? {};

		test('is its own, or that of its action, whatever is chosen', () => {
			const names = new Set([named(fresh)]);
			const resources = description.properties.filter(({ name }) => name === 'resource').flatMap(choicesOf);
			for (const property of description.properties) {
				for (const value of choicesOf(property)) {
					for (const resource of resources.length === 0 ? [undefined] : resources) {
						const shown = property.displayOptions?.show?.resource;
						if (shown !== undefined && !shown.includes(resource as string)) continue;
						const chosen = { ...(resource === undefined ? {} : { resource }), [property.name]: value };
						const given = { ...fresh, ...chosen };
						const parameters = NodeHelpers.getNodeParameters(
							description.properties,
							given,
							true,
							false,
							null,
							description,
						);
						names.add(named(parameters ?? {}));
					}
				}
			}

			expect([...names].filter((name) => name !== description.defaults.name && !actions.includes(name))).toEqual([]);
		});
	},
);
