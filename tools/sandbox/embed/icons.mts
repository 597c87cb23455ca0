import { number } from './html.mts';
import type { XY } from '../geometry.mts';

type Tone = 'safety' | 'alarm' | 'service';

/** The icon library of the demo account: strokes in a box of 24. */
const LIBRARY: Record<string, { tone: Tone; path: string }> = {
	'fire-extinguisher': { tone: 'alarm', path: 'M9 9h6v11H9zM12 9V5M12 5h5M12 6L7 8' },
	defibrillator: {
		tone: 'safety',
		path: 'M12 20L4 12a4.6 4.6 0 0 1 8-5 4.6 4.6 0 0 1 8 5zM13 8l-3 4h4l-3 4',
	},
	'first-aid': { tone: 'safety', path: 'M12 5v14M5 12h14' },
	exit: { tone: 'safety', path: 'M4 12h12M11 7l5 5-5 5M20 4v16' },
	assembly: {
		tone: 'safety',
		path: 'M4 4l5 5M9 5v4H5M20 4l-5 5M15 5v4h4M4 20l5-5M5 15h4v4M20 20l-5-5M19 15h-4v4',
	},
	toilet: { tone: 'service', path: 'M8 4v2M16 4v2M5 9h6l-1 6v5H7v-5zM13 20v-5h-1l2-6h4l2 6h-1v5z' },
	lift: { tone: 'service', path: 'M8 11l4-6 4 6zM8 14l4 6 4-6z' },
	stairs: { tone: 'service', path: 'M4 20v-4h4v-4h4V8h4V4h4' },
	server: { tone: 'service', path: 'M5 5h14v6H5zM5 13h14v6H5zM8 8h2M8 16h2' },
	coffee: {
		tone: 'service',
		path: 'M5 9h11v5a5 5 0 0 1-5 5h-1a5 5 0 0 1-5-5zM16 10h2a2 2 0 0 1 0 5h-2M9 3v3M13 3v3',
	},
	printer: { tone: 'service', path: 'M7 9V4h10v5M7 17H4V9h16v8h-3M7 14h10v6H7z' },
	wifi: {
		tone: 'service',
		path: 'M3 10a13 13 0 0 1 18 0M6.5 13.500a8 8 0 0 1 11 0M10 17a3 3 0 0 1 4 0M12 20v.1',
	},
	entrance: { tone: 'safety', path: 'M12 20V5M6 11l6-6 6 6' },
	parking: { tone: 'service', path: 'M8 20V4h5a4.5 4.5 0 0 1 0 9H8' },
	gate: { tone: 'service', path: 'M4 6v14M20 6v14M4 10h16M4 15h16' },
	recycling: { tone: 'service', path: 'M6 8h12l-1 12H7zM4 8h16M10 8V4h4v4' },
	bicycle: {
		tone: 'service',
		path: 'M3 16a3 3 0 1 0 6 0 3 3 0 1 0-6 0M15 16a3 3 0 1 0 6 0 3 3 0 1 0-6 0M6 16l4-7h5l3 7M10 9l3 7M13 5h2v4',
	},
	bus: { tone: 'service', path: 'M5 5h14v12H5zM5 11h14M8 17v3M16 17v3' },
};

const COLOURS: Record<Tone | 'unknown', string> = {
	safety: '#1f8a5b',
	alarm: '#c8402f',
	service: '#2f5d9b',
	unknown: '#6b7280',
};

/** A round mark; `?` for a type that the library does not hold (section 2.3, rule 2). */
export function iconMark(iconType: string, { x, y }: XY, radius: number): string {
	const icon = Object.hasOwn(LIBRARY, iconType) ? LIBRARY[iconType] : undefined;
	const colour = COLOURS[icon?.tone ?? 'unknown'];
	const scale = number(radius / 19);
	const glyph =
		icon === undefined
			? '<text y="6" font-size="18" font-weight="700" text-anchor="middle" fill="#fff">?</text>'
			: `<path transform="translate(-12 -12)" d="${icon.path}" fill="none" stroke="#fff" stroke-width="2.2" ` +
				'stroke-linecap="round" stroke-linejoin="round"/>';
	return (
		`<g transform="translate(${number(x)} ${number(y)}) scale(${scale})"><circle r="19" fill="${colour}" ` +
		`stroke="#fff" stroke-width="2.5"/>${glyph}</g>`
	);
}
