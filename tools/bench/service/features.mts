import { dataFields } from '../../sandbox/demo/constants.mts';
import type { Feature } from '../../../service/plan';

const ZONE_TYPES = ['common', 'private', 'tenanted', 'interior'];

/** Features as a surveyed floor has them, some 650 bytes each: outlines, icons and all data fields. */
export function surveyedFeatures(count: number): Feature[] {
	return Array.from({ length: count }, (_, index) => feature(index));
}

/** Small features, some 240 bytes each: an outline and one data field. */
export function plainFeatures(count: number): Feature[] {
	return Array.from({ length: count }, (_, index) => ({
		type: 'zone',
		zoneType: ZONE_TYPES[index % 4],
		geometry: {
			type: 'Polygon',
			coordinates: [
				[
					[index, 0],
					[index, 5],
					[4, 0],
					[2.5, 1.25],
					[index, 0],
				],
			],
		},
		icons: [],
		photos: [],
		data: Object.values(dataFields)
			.slice(0, 1)
			.map(({ key, name }) => ({ key, name, value: `Room ${index}` })),
	}));
}

function feature(index: number): Feature {
	const id = `f0000000-0000-4000-8000-${String(index).padStart(12, '0')}`;
	const name = `Room ${index}`;
	const common = { id, name, data: data(index), photos: [] };
	const [x, y] = [(index % 250) * 6.25, Math.floor(index / 250) * 8.5];
	if (index % 5 === 4)
		return {
			...common,
			type: 'leaderLineIcon',
			position: { x, y },
			icons: [{ iconType: 'fire-exit', colour: '#c0392b' }],
		};
	const geometry = { type: 'Polygon', coordinates: [outline(x, y)] };
	if (index % 5 === 3) return { ...common, type: 'zonedIcon', geometry, icons: [{ iconType: 'printer' }] };
	return { ...common, type: 'zone', zoneType: ZONE_TYPES[index % 4], geometry };
}

function outline(x: number, y: number): number[][] {
	const steps = [
		[0, 0],
		[5.125, 0],
		[5.125, 3.5],
		[6.25, 3.5],
		[6.25, 7.75],
		[2.375, 7.75],
		[2.375, 8.5],
		[0, 8.5],
		[0, 0],
	];
	return steps.map(([dx, dy]) => [x + dx, y + dy]);
}

function data(index: number) {
	const values = {
		name: `Room ${index}`,
		use: index % 2 === 0 ? 'Office' : 'Meeting room',
		tenant: `Tenant ${index % 40}`,
		area: String(20 + (index % 300) / 10),
		costCentre: index % 3 === 0 ? '' : `CC-${1000 + (index % 90)}`,
	};
	return Object.entries(dataFields).map(([field, { key, name }]) => ({
		key,
		name,
		value: values[field as keyof typeof values],
	}));
}
