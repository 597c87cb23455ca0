import { plan } from '../../support/host/run-on-items.mts';
import type { Part } from '../../support/host/run-on-items.mts';

/** One try each: what is looked at is the response to it. */
const options = { maxWaitSeconds: 0, maxRetries: 0 };
const planCode = '={{ $json.code }}';
const feature = { source: 'json', planCode, featureJson: '{"type":"zone","name":"pushed","data":[]}' };
const name = '={{ $json.name }}';

// Each works on the plan or the floor that an item's `code` names.
export const get = plan('Get', 'getFeatures', {
	operation: 'getMany',
	planCode,
	options: { ...options, dataFormat: 'array' },
});
export const getPlan = plan('Get', 'getFeatures', {
	operation: 'getPlan',
	planCode,
	options: { ...options, dataFormat: 'byName' },
});
export const photos = plan('Get', 'getFeatures', {
	operation: 'getMany',
	planCode,
	options: { timeoutSeconds: 20, downloadPhotos: true },
});
export const lookup = plan('Lookup', 'hierarchyLookup', {
	code: { __rl: true, mode: 'code', value: planCode },
	options,
});
export const push = plan('Push', 'pushFeatures', {
	operation: 'push',
	...feature,
	options: { ...options, existing: 'push', onBatchError: 'isolate' },
});
export const pushMissing = plan('Push', 'pushFeatures', {
	operation: 'push',
	...feature,
	options: { ...options, existing: 'skip' },
});
export const check = plan('Check', 'pushFeatures', { operation: 'check', ...feature, options });

/** Builds the iframe of a looked up floor, with its name wherever a name may go. */
export const embed = plan('Embed', 'embedUrl', {
	tokenSource: 'item',
	options: { title: name, width: name, height: name },
});

/** n8n's own node with the credential of ours, of a version from each of its generations. */
export function httpRequest(typeVersion: number): Part {
	return {
		name: 'HTTP Request',
		type: 'n8n-nodes-base.httpRequest',
		typeVersion,
		parameters: {
			url: '={{ $json.url }}',
			authentication: 'predefinedCredentialType',
			nodeCredentialType: 'planServiceApi',
		},
		credentials: { planServiceApi: { id: '', name: '' } },
	};
}

/** What a browser would make of the iframe, by n8n's own HTML parser. */
export const parsed: Part = {
	name: 'Parse',
	type: 'n8n-nodes-base.html',
	typeVersion: 1.2,
	parameters: {
		operation: 'extractHtmlContent',
		dataPropertyName: 'embed.iframe',
		extractionValues: {
			values: [
				{ key: 'elements', cssSelector: 'head *, body *', returnValue: 'html', returnArray: true },
				{ key: 'text', cssSelector: 'html', returnValue: 'text' },
				...['src', 'title', 'width', 'height'].map((attribute) => ({
					key: attribute,
					cssSelector: 'iframe',
					returnValue: 'attribute',
					attribute,
				})),
			],
		},
		options: { trimValues: false },
	},
};
