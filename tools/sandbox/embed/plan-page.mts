import { boxOf } from '../geometry.mts';
import type { Box } from '../geometry.mts';
import { identityIn } from '../identity.mts';
import type { Feature } from '../json.mts';
import type { Plan } from '../plan.mts';
import { dataValue, nameOf } from './feature-words.mts';
import { escapeHtml, htmlPage, number } from './html.mts';
import { PLAN_STYLE } from './plan-style.mts';
import { inMetres, pointsOf } from './in-metres.mts';
import {
	diagramShape,
	doorShape,
	iconShape,
	outlineText,
	roomShape,
	wallShape,
	zoneLabel,
	zoneShape,
} from './shapes.mts';
import { zoneStyle } from './zone-style.mts';

/** The page of section 4.5: the plan as SVG with a legend. `places` lead from the client to the plan. */
export function planPage(places: string[], { code, features: stored, pushes }: Plan, view: PlanView): string {
	const features = inMetres(stored);
	const title = places[places.length - 1] ?? code;
	const trail = places.slice(0, -1).map(escapeHtml).join(' <i>›</i> ');
	const by = pushes.slice(-1).map(({ author }) => (author === '' ? 'without author' : `by ${author}`));
	const pushed = by.map((words) => ` · last push ${escapeHtml(words)}`).join('');
	return htmlPage(
		title,
		PLAN_STYLE,
		`<header><h1>${escapeHtml(title)}</h1><p>${trail}</p></header>
<main>${drawing(features, view.address)}</main>
<aside>${roomForm(features, view)}${legend(features)}</aside>
<footer>${features.length} features${pushed}<span>${escapeHtml(code)}</span></footer>`,
	);
}

/** How the page was opened: its address, and the identity of the room that was clicked. */
export interface PlanView {
	address: string;
	room: string;
}

function roomForm(features: Feature[], { address, room }: PlanView): string {
	const chosen = room === '' ? undefined : features.find((feature) => identityIn(feature) === room);
	if (chosen === undefined) return '<p>Choose a room to give it another tenant.</p>';
	return `<form method="post" action="${escapeHtml(address)}"><h2>${escapeHtml(`Room ${nameOf(chosen)}`)}</h2>
<input type="hidden" name="room" value="${escapeHtml(room)}"><label>Tenant
<input name="tenant" value="${escapeHtml(dataValue(chosen, 'tenant'))}"></label> <button>Save</button></form>`;
}

function drawing(features: Feature[], address: string): string {
	const box = extent(features);
	if (box === undefined) return '<p class="empty">This plan has no features that can be drawn.</p>';
	const [width, height] = [box.right - box.left, box.bottom - box.top];
	const unit = Math.max(width, height * 1.5) / 92;
	// Names of assembly points stand out on both sides.
	const [sides, margin] = [unit * 6, unit * 3];
	const view = [box.left - sides, box.top - margin, width + 2 * sides, height + 2 * margin];
	const ofType = (...types: unknown[]) => features.filter(({ type }) => types.includes(type));
	const zones = ofType('zone');
	const isGround = ({ zoneType }: Feature) => zoneType === 'interior';
	// A zone with the outline of a room is labelled together with it.
	const ofRooms = new Map(zones.filter((zone) => !isGround(zone)).map((zone) => [outlineText(zone), zone]));
	const rooms = ofType('room');
	const roomOutlines = new Set(rooms.map(outlineText));
	const diagrams = ofType('diagram', 'evacSign');
	const walls = ofType('wallSegment', 'wallBlob');
	const doors = features.filter(({ type }) => /door/i.test(String(type)));
	const drawn = new Set([...zones, ...rooms, ...diagrams, ...walls, ...doors]);
	const icons = features.filter((feature) => !drawn.has(feature));
	const shapes = [
		zones.filter(isGround).map((feature) => zoneShape(feature, 'floor')),
		rooms.map((feature) => roomShape(feature, unit, address, ofRooms.get(outlineText(feature)))),
		zones.map((feature) => zoneShape(feature, 'zone')),
		walls.map(wallShape),
		doors.map((feature) => doorShape(feature, unit)),
		diagrams.map((feature) => diagramShape(feature, unit)),
		icons.map((feature) => iconShape(feature, unit)),
		zones
			.filter((zone) => !isGround(zone) && !roomOutlines.has(outlineText(zone)))
			.map((feature) => zoneLabel(feature, unit)),
	];
	const viewBox = view.map(number).join(' ');
	return `<svg viewBox="${viewBox}" role="group" aria-label="Plan">${shapes.flat().join('\n')}</svg>`;
}

function extent(features: Feature[]): Box | undefined {
	const points = features.flatMap(pointsOf);
	return points.length === 0 ? undefined : boxOf(points);
}

function legend(features: Feature[]): string {
	const zones = features.filter(({ type }) => type === 'zone').slice(0, 40);
	const rows = zones.map((zone) => {
		const { fill, line, label } = zoneStyle(zone.zoneType);
		const swatch = `<b style="background:${fill};border-color:${line}"></b>`;
		return `<li>${swatch}<span>${escapeHtml(nameOf(zone) || label)}<small>${label}</small></span></li>`;
	});
	const counts = new Map<string, number>();
	for (const { type } of features) counts.set(String(type), (counts.get(String(type)) ?? 0) + 1);
	const kinds = [...counts].map(([type, count]) => `<tr><td>${escapeHtml(type)}</td><td>${count}</td></tr>`);
	return `<h2>Zones</h2><ul>${rows.join('')}</ul><h2>Features</h2><table>${kinds.join('')}</table>`;
}
