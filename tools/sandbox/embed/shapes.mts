import type { Feature } from '../json.mts';
import { areaOf, boxOf, isInside, lineOf, pointOf, ringsOf } from '../geometry.mts';
import type { XY } from '../geometry.mts';
import { identityIn } from '../identity.mts';
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

/** The name of a zone and its tenant, inside it: below its upper edge, where the most rooms leave space. */
export function zoneLabel(feature: Feature, planUnit: number): string {
	const [outline] = ringsOf(feature.geometry);
	if (outline === undefined) return '';
	const { left, right, top } = boxOf(outline);
	const lines = zoneLines(feature).map((line) => wrapped(line, 34, 1)[0]);
	if (lines.length === 0) return '';
	const letters = Math.max(...lines.map((line) => line.length));
	const unit = Math.min(planUnit, (right - left) / (letters * 0.64 + 1.6));
	const [width, height] = [(letters * 0.64 + 1.6) * unit, (lines.length * 1.2 + 0.4) * unit];
	const y = top + unit * 0.2;
	const x = middleInside(outline, y + height / 2, width) ?? (left + right) / 2;
	const pill =
		`<rect x="${number(x - width / 2)}" y="${number(y)}" width="${number(width)}" ` +
		`height="${number(height)}" rx="${number(unit * 0.8)}" fill="#fff" ` +
		`stroke="${zoneStyle(feature.zoneType).line}"/>`;
	const words = lines.map((line, index) => text(line, { x, y: y + unit * (1.15 + index * 1.2) }, unit));
	return `<g class="pill">${pill}${words.join('')}</g>`;
}

/** Its name, and its tenant unless that is the name. */
function zoneLines(zone: Feature): string[] {
	const [name, tenant] = [nameOf(zone), dataValue(zone, 'tenant')];
	return [...new Set([name, tenant])].filter((line) => line !== '');
}

/** The middle of a label of so much width on a line through an outline. */
function middleInside(outline: readonly XY[], y: number, width: number): number | undefined {
	const { left, right } = boxOf(outline);
	const middle = (left + right) / 2;
	const steps = Array.from({ length: 41 }, (_, index) => left + ((right - left) * index) / 40);
	return steps
		.filter((x) => [x - width / 2, x, x + width / 2].every((at) => isInside({ x: at, y }, outline)))
		.sort((one, other) => Math.abs(one - middle) - Math.abs(other - middle))[0];
}

/** The same text for outlines that lie one over the other. */
export function outlineText({ geometry }: Feature): string {
	const [outline] = ringsOf(geometry);
	return (outline ?? [])
		.map(({ x, y }) => `${number(x)} ${number(y)}`)
		.sort()
		.join();
}

/** A link to the page with the room chosen. A zone with its outline says who has it now. */
export function roomShape(feature: Feature, planUnit: number, address: string, zone?: Feature): string {
	const shape = path(feature);
	const [outline] = ringsOf(feature.geometry);
	if (outline === undefined) return '';
	const { centre } = areaOf(outline);
	const { left, right, top, bottom } = boxOf(outline);
	const [name, use] = [nameOf(feature), dataValue(feature, 'use')];
	const tenants = zone === undefined ? [dataValue(feature, 'tenant')] : zoneLines(zone).filter((line) => line !== use);
	const unit = unitForWords(`${use} ${tenants.join(' ')}`, right - left, planUnit);
	const columns = lettersIn(right - left, unit, 'name');
	const smaller = lettersIn(right - left, unit, 'below');
	const rows = Math.floor((bottom - top) / (unit * 1.3));
	const lines = [
		...wrapped(name, columns, 1).map((line) => ({ line, style: 'name' })),
		...(use === name ? [] : wrapped(use, smaller, 2).map((line) => ({ line, style: 'use' }))),
		...tenants.flatMap((tenant) => wrapped(tenant, smaller, 3)).map((line) => ({ line, style: 'tenant' })),
	].slice(0, Math.max(rows, 1));
	const first = centre.y - ((lines.length - 1) * unit * 1.2) / 2 + unit * 0.35;
	const label = lines
		.map(({ line, style }, index) => text(line, { x: centre.x, y: first + index * unit * 1.2 }, unit, style))
		.join('');
	const href = escapeHtml(`${address}&room=${encodeURIComponent(String(identityIn(feature) ?? ''))}`);
	return `<a class="room" href="${href}">${tooltip(feature)}<path d="${shape}"/>${columns < 3 ? '' : label}</a>`;
}

export function wallShape(feature: Feature): string {
	const line = lineOf(feature.geometry);
	const shape = path(feature) || `M${line.map(({ x, y }) => `${number(x)} ${number(y)}`).join('L')}`;
	return shape === 'M' ? '' : `<path class="wall" d="${shape}">${tooltip(feature)}</path>`;
}

/** A leaf of a metre, turned as the door is. */
export function doorShape(feature: Feature, unit: number): string {
	const at = placeOf(feature);
	if (at === undefined) return '';
	const rotation = typeof feature.rotation === 'number' ? feature.rotation : 0;
	const turn = `translate(${number(at.x)} ${number(at.y)}) rotate(${number(rotation)})`;
	const half = number(unit * 0.7);
	return `<path class="door"${FOCUSABLE} transform="${turn}" d="M-${half} 0L${half} 0">${tooltip(feature)}</path>`;
}

/** The icons of kinds that name none themselves. */
const TYPE_ICONS: Record<string, string[]> = { assemblyArea: ['assembly'], exitSign: ['exit'] };

/** Zoned, fixed and leader line icons, and assembly areas. */
export function iconShape(feature: Feature, unit: number): string {
	const at = placeOf(feature);
	if (at === undefined) return '';
	const types = TYPE_ICONS[String(feature.type)] ?? iconTypesOf(feature);
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
