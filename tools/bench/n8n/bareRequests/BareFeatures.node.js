// The least a node of n8n can do with a plan: n8n's request helper, JSON.parse, one item a feature.
class BareFeatures {
	description = {
		displayName: 'Bare Features',
		name: 'bareFeatures',
		group: ['input'],
		version: 1,
		description: "GET a plan by n8n's request helper",
		defaults: { name: 'Bare Features' },
		inputs: ['main'],
		outputs: ['main'],
		properties: [],
	};

	async execute() {
		const [{ json }] = this.getInputData();
		const { url, headers } = json.body;
		const text = await this.helpers.httpRequest({ method: 'GET', url, headers, encoding: 'text' });
		return [JSON.parse(text).features.map((feature) => ({ json: feature, pairedItem: { item: 0 } }))];
	}
}

module.exports = { BareFeatures };
