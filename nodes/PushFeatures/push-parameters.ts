import { anything, choice, text } from '../shared/parameter';
import { planParameter } from '../shared/plan-parameter';
import { zoneTypeOptions } from '../shared/feature-kinds';
import { columns } from './plan-columns';

export const planCode = planParameter({
	description: 'The plan that gets the features. Items of one plan are pushed together.',
});

export const source = choice({
	displayName: 'Source',
	name: 'source',
	type: 'options',
	options: [
		{
			name: 'Each Item',
			value: 'item',
			description: 'Each item is a row of a table, a feature as Get Plan Features gives it, or GeoJSON',
		},
		{
			name: 'JSON',
			value: 'json',
			description: 'JSON, typed or from an expression: a feature, a list of features or rows, or GeoJSON',
		},
	],
	default: 'item',
	description: 'Where the features come from',
	displayOptions: { hide: { '@tool': [true] } },
});

/** An agent gives features as JSON: n8n keeps a parameter only where it is shown, so a tool has one of its own. */
const sourceOfTool = anything({
	displayName: 'Source',
	name: 'source',
	type: 'hidden',
	default: 'json',
	displayOptions: { show: { '@tool': [true] } },
});

export const featureJson = anything({
	displayName: 'Feature JSON',
	name: 'featureJson',
	type: 'json',
	typeOptions: { rows: 10 },
	default: '',
	required: true,
	// n8n's JSON editor shows no placeholder.
	hint:
		'Such as { "type": "leaderLineIcon", "position": null, "icons": [] }, or an expression such as ' +
		'{{ $json.body.features }}',
	description: 'A feature, a list of features or rows, or GeoJSON',
	displayOptions: { show: { source: ['json'] } },
});

/** From the root: n8n 1.x searches for a parameter of the whole name otherwise, and no workflow with the node runs. */
const mappedByHand = { '/columns.mappingMode': ['defineBelow'] };

export const featureType = text({
	displayName: 'Feature Type Name or ID',
	name: 'featureType',
	type: 'options',
	allowArbitraryValues: true,
	typeOptions: { loadOptionsMethod: 'listRowTypes', loadOptionsDependsOn: ['planCode.value'] },
	default: '',
	// n8n's linter requires the last sentence word for word, in one literal.
	description:
		'Choose from the list, or specify an ID using an <a href="https://docs.n8n.io/code/expressions/">expression</a>',
	hint: 'The kind of all features that do not say it themselves',
	displayOptions: { hide: mappedByHand },
});

export const zoneType = text({
	displayName: 'Zone Type',
	name: 'zoneType',
	type: 'options',
	allowArbitraryValues: true,
	options: [{ name: 'From the Input', value: '' }, ...zoneTypeOptions].sort((one, other) =>
		one.name.localeCompare(other.name),
	),
	default: '',
	description: 'The zone type of all zones that do not say it themselves',
	displayOptions: { show: { featureType: ['zone'] }, hide: mappedByHand },
});

export const author = text({
	displayName: 'Author',
	name: 'author',
	type: 'string',
	default: '',
	placeholder: 'e.g. Facilities night run',
	description: 'Plain text that names who is responsible for the features',
	displayOptions: { show: { operation: ['push'] } },
});

/** Where the features come from, for every operation. */
export const featureProperties = [planCode, source, sourceOfTool, featureJson, columns, featureType, zoneType].map(
	({ property }) => property,
);
