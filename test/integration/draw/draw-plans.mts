import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import type { Feature } from '../../../service/plan';
import { runChain } from '../../support/engine/outcome.mts';
import type { Step } from '../../support/engine/execution.mts';
import type { Service } from '../../support/engine/service.mts';
import { differingPart, readPng } from '../../support/png.mts';
import type { Pixels } from '../../support/png.mts';

const pictures = path.join(process.cwd(), 'test', 'integration', 'draw', 'pictures');

/** Name and use of a room, as data fields. */
export const NAME = 'dfld_0000000000000000000000001';
export const USE = 'dfld_0000000000000000000000002';

export type Corner = [x: number, y: number];

export function box(left: number, top: number, right: number, bottom: number): Corner[] {
	return [
		[left, top],
		[right, top],
		[right, bottom],
		[left, bottom],
		[left, top],
	];
}

export function shape(type: string, name: string, outline: Corner[], use = ''): Feature {
	const data = [
		{ key: NAME, name: 'Name', value: name },
		{ key: USE, name: 'Use', value: use },
	];
	return { type, data, geometry: { type: 'Polygon', coordinates: [outline] } };
}

/** A floor in metres: rooms on both sides of a corridor, a zone around some, a wall, an asset and an exit. */
export const floor: Feature[] = [
	{ ...shape('zone', 'East wing', box(20, 0, 44, 20)), zoneType: 'tenanted' },
	...[0, 1, 2, 3].map((index) =>
		shape('room', `1.0${index + 1}`, box(index * 11, 0, index * 11 + 11, 8), index % 2 === 0 ? 'Büro' : 'Meeting'),
	),
	shape(
		'room',
		'Łódź 会議',
		[
			[0, 12],
			[22, 12],
			[22, 16],
			[11, 16],
			[11, 20],
			[0, 20],
			[0, 12],
		],
		'Büro',
	),
	shape('room', 'A name that is too long for its room', box(33, 12, 44, 20), 'Lager'),
	shape('wallSegment', '', box(21.8, 12, 22.2, 20)),
	shape('zonedIcon', 'Printer', box(24, 14, 28, 18)),
	{ type: 'fixedIcon', position: { x: 5, y: 10 } },
	{ type: 'exitSign', position: { x: 43, y: 10 } },
];

/** The same in degrees near Brisbane, with the north at the top. */
export function inDegrees(features: readonly Feature[]): Feature[] {
	const latitude = -27.666;
	const metre = 1 / 111_320;
	const moved = ([x, y]: Corner): Corner => [
		153.175 + (x * metre) / Math.cos((latitude * Math.PI) / 180),
		latitude - y * metre,
	];
	return features.map((feature) => {
		const { x, y } = Object(feature.position) as { x: number; y: number };
		if (feature.geometry === undefined) {
			const [longitude, latitudeOfIt] = moved([x, y]);
			return { ...feature, position: { longitude, latitude: latitudeOfIt } };
		}
		const { coordinates } = feature.geometry as { coordinates: Corner[][] };
		return { ...feature, geometry: { type: 'Polygon', coordinates: coordinates.map((ring) => ring.map(moved)) } };
	});
}

export interface Drawn {
	json: IDataObject;
	item: INodeExecutionData;
	file: Buffer;
	pixels: Pixels;
}

/** What the last of the steps draws. @throws where it fails */
export async function drawn(service: Service, items: IDataObject[], ...steps: Step[]): Promise<Drawn[]> {
	const outcome = await runChain({ items, credential: service.credential(), steps });
	if (outcome.error !== undefined) throw new Error(outcome.error.message);
	return outcome.success.map((item) => {
		const [binary] = Object.values(item.binary ?? {});
		const file = Buffer.from(binary.data, 'base64');
		return { json: item.json, item, file, pixels: readPng(file) };
	});
}

/** `PICTURES=1` writes the picture, for a person to look at. */
export function expectPicture({ file, pixels }: Drawn, name: string): void {
	const where = path.join(pictures, `${name}.png`);
	if (process.env.PICTURES === '1') writeFileSync(where, file);
	expect(existsSync(where)).toBe(true);
	expect(differingPart(pixels, readPng(readFileSync(where)))).toBeLessThan(0.005);
}
