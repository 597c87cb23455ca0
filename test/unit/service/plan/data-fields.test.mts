import { dataFieldsOf } from '../../../../service/plan';

const [AREA, ROOM] = ['a', 'r'].map((letter) => `dfld_${letter.repeat(25)}`);

test('the data fields of a plan are each once, in their order, under their first names', () => {
	const plan = [
		{ data: 'no list' },
		{ data: [{ key: AREA, name: 'Area', value: '1' }] },
		{
			data: [
				{ key: AREA, name: 'Size', value: '2' },
				{ key: ROOM, name: 'Room' },
			],
		},
	];

	expect([...dataFieldsOf(plan)]).toEqual([
		[AREA, 'Area'],
		[ROOM, 'Room'],
	]);
});

test.each([
	[null],
	['Area'],
	[{ key: ROOM }],
	[{ name: 'Room' }],
	[{ key: 7, name: 'Room' }],
	[{ key: ROOM, name: 7 }],
])('%j is no data field of a plan, and those beside it are', (entry) => {
	expect([...dataFieldsOf([{ data: [entry, { key: AREA, name: 'Area' }] }])]).toEqual([[AREA, 'Area']]);
});
