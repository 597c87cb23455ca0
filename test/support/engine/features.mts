import type { IDataObject } from 'n8n-workflow';
import type { Feature } from '../../../service/plan';

/** A common zone of 4 by 3 metres. Zones of different names lie in different places, as no two of a plan would. */
export function zone(name: string, more: Feature = {}): IDataObject {
	const x = [...name].reduce((sum, letter) => (sum * 31 + (letter.codePointAt(0) ?? 0)) % 1_000_003, 0);
	const outline = [
		[x, 0],
		[x + 4, 0],
		[x + 4, 3],
		[x, 3],
		[x, 0],
	];
	return {
		type: 'zone',
		zoneType: 'common',
		name,
		geometry: { type: 'Polygon', coordinates: [outline] },
		data: [],
		...more,
	} as IDataObject;
}

/** `count` zones that differ in their names: `<prefix> 0`, `<prefix> 1`, … */
export function zones(count: number, prefix = 'zone'): IDataObject[] {
	return Array.from({ length: count }, (_, index) => zone(`${prefix} ${index}`));
}

/** What `Service.held` gives when each of these is on the plan exactly once. */
export function onceEach(...features: IDataObject[]): Record<string, number> {
	return Object.fromEntries(features.map(({ name }) => [String(name), 1]));
}

/** A data field code of the form that section 2.4 wants. */
export function dataKey(letter: string): string {
	return `dfld_${letter.repeat(25)}`;
}
