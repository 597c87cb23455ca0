import type { Feature } from '../json.mts';
import { areaOf, boxOf, pointOf, ringsOf } from '../geometry.mts';
import type { XY } from '../geometry.mts';
import { dataValue, description, iconTypesOf, nameOf } from './feature-words.mts';
import { escapeHtml, number } from './html.mts';
import { iconMark } from './icons.mts';
import { lettersIn, text, unitForWords, wrapped } from './labels.mts';
import { zoneStyle } from './zone-style.mts';

/** Reached by Tab; the name is what the tooltip says. */
const FOCUSABLE = ' role="img" tabindex="0"';

/** Each draws one kind of feature as SVG, or '' when it has no place. `unit` is the size of a label. */
export function zoneShape(feature: Feature, style: 'zone' | 'floor'): string {
	const { fill, line } = zoneStyle(feature.zoneType);
	const shape = path(feature);
	// The ground that everything lies on is drawn beside its zone, which has the name.
	const focus = style === 'zone' ? FOCUSABLE : '';
	if (shape === '') return '';
	return `<path class="${style}"${focus} d="${shape}" fill="${fill}" stroke="${line}">${tooltip(feature)}</path>`;
}

/** The name of a zone, on the middle of its upper edge. */
export function zoneLabel(feature: Feature, unit: number): string {
	const [outline] = ringsOf(feature.geometry);
	const name = nameOf(feature);
	if (outline === undefined || name === '') return '';
	const { left, right, top } = boxOf(outline);
	const [label] = wrapped(name, 34, 1);
	const width = (label.length * 0.64 + 1.6) * unit;
	const [x, y] = [(left + right) / 2, top];
	const pill =
		`<rect x="${number(x - width / 2)}" y="${number(y - unit * 0.8)}" width="${number(width)}" ` +
		`height="${number(unit * 1.6)}" rx="${number(unit * 0.8)}" fill="#fff" ` +
		`stroke="${zoneStyle(feature.zoneType).line}"/>`;
	return `<g class="pill">${pill}${text(label, { x, y: y + unit * 0.36 }, unit)}</g>`;
}

/** A link to the page with the room chosen. */
export function roomShape(feature: Feature, planUnit: number, address: string): string {
	const shape = path(feature);
	const [outline] = ringsOf(feature.geometry);
	if (outline === undefined) return '';
	const { centre } = areaOf(outline);
	const { left, right, top, bottom } = boxOf(outline);
	const [name, use, tenant] = [nameOf(feature), dataValue(feature, 'use'), dataValue(feature, 'tenant')];
	const unit = unitForWords(`${use} ${tenant}`, right - left, planUnit);
	const columns = lettersIn(right - left, unit, 'name');
	const smaller = lettersIn(right - left, unit, 'below');
	const rows = Math.floor((bottom - top) / (unit * 1.3));
	const lines = [
		...wrapped(name, columns, 1).map((line) => ({ line, style: 'name' })),
		...(use === name ? [] : wrapped(use, smaller, 2).map((line) => ({ line, style: 'use' }))),
		...wrapped(tenant, smaller, 3).map((line) => ({ line, style: 'tenant' })),
	].slice(0, Math.max(rows, 1));
	const first = centre.y - ((lines.length - 1) * unit * 1.2) / 2 + unit * 0.35;
	const label = lines
		.map(({ line, style }, index) => text(line, { x: centre.x, y: first + index * unit * 1.2 }, unit, style))
		.join('');
	const href = escapeHtml(`${address}&room=${encodeURIComponent(String(feature.id))}`);
	return `<a class="room" href="${href}">${tooltip(feature)}<path d="${shape}"/>${columns < 3 ? '' : label}</a>`;
}

/** Zoned, fixed and leader line icons, and assembly areas. */
export function iconShape(feature: Feature, unit: number): string {
	const at = placeOf(feature);
	if (at === undefined) return '';
	const types = feature.type === 'assemblyArea' ? ['assembly'] : iconTypesOf(feature);
	const radius = unit * (feature.type === 'assemblyArea' ? 1.7 : 1.05);
	const leads = feature.type === 'leaderLineIcon';
	// A zoned icon stands below the label of the room that it marks.
	if (feature.type === 'zonedIcon') at.y += unit * 2.5;
	const from = leads ? { x: at.x + unit * 2.6, y: at.y - unit * 2.4 } : at;
	const line = leads
		? `<path class="leader" d="M${number(at.x)} ${number(at.y)}L${number(from.x)} ${number(from.y)}"/><circle ` +
			`class="tip" cx="${number(at.x)}" cy="${number(at.y)}" r="${number(unit * 0.28)}"/>`
		: '';
	const marks = types.map((type, index) => iconMark(type, { x: from.x + index * radius * 2, y: from.y }, radius));
	const below = { x: at.x, y: at.y + unit * 3 };
	const name = feature.type === 'assemblyArea' ? text(nameOf(feature), below, unit, 'name') : '';
	return `<g${FOCUSABLE}>${tooltip(feature)}${line}${marks.join('')}${name}</g>`;
}

export function diagramShape(feature: Feature, unit: number): string {
	const [outline] = ringsOf(feature.geometry);
	if (outline === undefined) return '';
	const { left, right, top, bottom } = boxOf(outline);
	const [width, height] = [right - left, bottom - top];
	const inner =
		`M${number(left + width * 0.12)} ` +
		`${number(top + height * 0.2)}h${number(width * 0.76)}v${number(height * 0.6)}h${number(-width * 0.76)}z` +
		`M${number(left + width * 0.4)} ` +
		`${number(top + height * 0.2)}v${number(height * 0.6)}M${number(left + width * 0.4)} ` +
		`${number(top + height * 0.5)}h${number(width * 0.48)}`;
	const beside = { x: right + unit * 0.7, y: (top + bottom) / 2 + unit * 0.3 };
	const label = text(nameOf(feature), beside, unit, 'aside');
	return (
		`<g class="diagram"${FOCUSABLE}>${tooltip(feature)}<path d="${path(feature)}"/><path class="thin" ` +
		`d="${inner}"/>${label}</g>`
	);
}

function placeOf(feature: Feature): XY | undefined {
	const [outline] = ringsOf(feature.geometry);
	return pointOf(feature.position) ?? (outline && { ...areaOf(outline).centre });
}

function path({ geometry }: Feature): string {
	return ringsOf(geometry)
		.map((ring) => `M${ring.map(({ x, y }) => `${number(x)} ${number(y)}`).join('L')}Z`)
		.join('');
}

function tooltip(feature: Feature): string {
	return `<title>${escapeHtml(description(feature))}</title>`;
}
