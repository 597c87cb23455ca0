// n8n's request helper without a credential, one request after the other: what a request costs at least.
// It takes the address of each item, and the headers of the first.
class BareRequests {
	description = {
		displayName: 'Bare Requests',
		name: 'bareRequests',
		group: ['input'],
		version: 1,
		description: "GET by n8n's request helper",
		defaults: { name: 'Bare Requests' },
		inputs: ['main'],
		outputs: ['main'],
		properties: [],
	};

	async execute() {
		const items = this.getInputData();
		const { headers } = items[0].json;
		const output = [];
		for (const [item, { json }] of items.entries()) {
			const text = await this.helpers.httpRequest({ method: 'GET', url: json.url, headers, encoding: 'text' });
			output.push({ json: JSON.parse(text), pairedItem: { item } });
		}
		return [output];
	}
}

module.exports = { BareRequests };
