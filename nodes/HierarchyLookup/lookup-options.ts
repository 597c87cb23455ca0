import { LEVELS, RESOURCES } from '../../service/answer';
import { lookupRequestOptions } from '../shared/lookup-options';
import { choices, flag } from '../shared/parameter';
import { optionsOf } from '../shared/parameter-group';
import { requestOptions } from '../shared/request-options';

export const options = optionsOf({
	...lookupRequestOptions,
	kinds: choices({
		displayName: 'Kinds',
		name: 'kinds',
		type: 'multiOptions',
		options: RESOURCES.slice(1).map((value) => ({ name: LEVELS[value].label, value })),
		default: [],
		description: 'Which kinds of resource to list, such as floors only. Empty lists all.',
		displayOptions: { show: { '/operation': ['getDescendants'] } },
	}),
	viewerTokensForAgent: flag({
		displayName: 'Viewer Tokens for the Agent',
		name: 'viewerTokensForAgent',
		type: 'boolean',
		default: false,
		description:
			'Whether the agent is given the viewer tokens, with which whoever reads its words can open the plans. Plan ' +
			'Embed URL with a Lookup makes a link without them.',
		displayOptions: { show: { '@tool': [true] } },
	}),
	...requestOptions,
});
