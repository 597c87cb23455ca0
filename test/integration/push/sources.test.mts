import type { IDataObject } from 'n8n-workflow';
import { zone } from '../../support/engine/features.mts';
import { runNode } from '../../support/engine/outcome.mts';
import { useService } from '../../support/engine/service.mts';
import { push } from '../../support/engine/steps.mts';

const service = useService();

/** Pushes and gives what the plan holds then, without ids. */
async function onPlan(step: ReturnType<typeof push>, items: IDataObject[]) {
	const [planCode] = service.plans(1);
	const { error } = await runNode({
		...step,
		items: items.map((item) => ({ planCode, ...item })),
		credential: service.credential(),
	});
	expect(error).toBeUndefined();
	return service.sandbox.features(planCode).map(({ code, ...feature }) => {
		expect(code).toEqual(expect.any(String));
		return feature;
	});
}

test('Each Item: an item is a feature, without its planCode', async () => {
	expect(await onPlan(push({}, { source: 'item' }), [zone('a'), zone('b')])).toEqual([zone('a'), zone('b')]);
});

test.each([
	['a feature', zone('a'), ['a']],
	['a list of features', [zone('a'), zone('b')], ['a', 'b']],
	['JSON text', JSON.stringify([zone('a'), zone('b')]), ['a', 'b']],
	['JSON text behind a byte order mark', `\ufeff${JSON.stringify(zone('a'))}`, ['a']],
	['a block of Markdown', `\`\`\`json\n${JSON.stringify([zone('a'), zone('b')])}\n\`\`\``, ['a', 'b']],
])('JSON by an expression: it gives %s', async (_what, value, names) => {
	const features = await onPlan(push({}, { featureJson: '={{ $json.deep.list }}' }), [
		{ deep: { list: value } } as IDataObject,
	]);

	expect(features.map(({ name }) => name)).toEqual(names);
});

test('JSON: a feature typed by hand, with an expression of its item', async () => {
	const featureJson = '={ "type": "zone", "zoneType": "tenanted", "name": "{{ $json.room }}" }';

	const features = await onPlan(push({}, { source: 'json', featureJson }), [{ room: 'Room 1' }, { room: 'Room 2' }]);

	expect(features.map(({ name, zoneType }) => [name, zoneType])).toEqual([
		['Room 1', 'tenanted'],
		['Room 2', 'tenanted'],
	]);
});
