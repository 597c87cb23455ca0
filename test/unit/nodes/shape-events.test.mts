import { shapeEvents } from '../../../nodes/PlanFeaturesTrigger/plan-event.ts';
import type { PlanEvent } from '../../../nodes/PlanFeaturesTrigger/plan-event.ts';

const geometry = { type: 'Polygon', coordinates: [] };
const room = { type: 'room', name: '3.01', geometry };
const told = { planCode: 'pln', eventId: 'one' };

const shaped = (omitGeometry: boolean, events: PlanEvent[]) =>
	shapeEvents({ form: { dataFormat: 'array', dropEmptyData: false, omitGeometry } }, [room], events);

describe('the features of events', () => {
	it('come as they are, where no geometry is left out', () => {
		const event: PlanEvent = { ...told, change: 'added', feature: room };

		expect(shaped(false, [event])).toEqual([event]);
		expect(shaped(false, [])).toEqual([]);
	});

	it('have no geometry with Omit Geometry, and a change of it is told without its values', () => {
		const changes = [
			{ field: 'geometry', before: null, after: geometry },
			{ field: 'name', before: '3.0', after: '3.01' },
		];

		const [changed, removed] = shaped(true, [
			{ ...told, change: 'changed', feature: room, before: room, changes },
			{ ...told, change: 'removed', feature: null },
		]);

		expect(changed).toEqual({
			...told,
			change: 'changed',
			feature: { type: 'room', name: '3.01' },
			before: { type: 'room', name: '3.01' },
			changes: [{ field: 'geometry', before: '(left out)', after: '(left out)' }, changes[1]],
		});
		expect(removed.feature).toBeNull();
	});

	it('keep the values of a changed geometry where it is not left out', () => {
		const changes = [{ field: 'geometry', before: null, after: geometry }];

		expect(shaped(false, [{ ...told, change: 'changed', feature: room, changes }])[0].changes).toEqual(changes);
	});
});
