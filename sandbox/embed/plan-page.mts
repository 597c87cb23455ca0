import type { Feature } from '../json.mts';
import { boxOf, pointOf, ringsOf } from '../geometry.mts';
import type { Box } from '../geometry.mts';
import type { Plan } from '../plan.mts';
import { nameOf } from './feature-words.mts';
import { escapeHtml, htmlPage, number } from './html.mts';
import { PLAN_STYLE } from './plan-style.mts';
import { diagramShape, iconShape, roomShape, zoneLabel, zoneShape } from './shapes.mts';
import { zoneStyle } from './zone-style.mts';

/** The page of section 4.5: the plan as SVG with a legend. `places` lead from the client to the plan. */
export function planPage(places: string[], { code, features, pushes }: Plan): string {
	const title = places[places.length - 1] ?? code;
	const trail = places.slice(0, -1).map(escapeHtml).join(' <i>›</i> ');
	const last = pushes[pushes.length - 1];
	const pushed =
		last === undefined
			? ''
			: ` · last push ${escapeHtml(last.author === '' ? 'without author' : `by ${last.author}`)}`;
	return htmlPage(
		title,
		PLAN_STYLE,
		`<header><h1>${escapeHtml(title)}</h1><p>${trail}</p></header>
<main>${drawing(features)}</main>
<aside>${legend(features)}</aside>
<footer>${features.length} features${pushed}<span>${escapeHtml(code)}</span></footer>`,
	);
}

function drawing(features: Feature[]): string {
	const box = extent(features);
	if (box === undefined) return '<p class="empty">This plan has no features that can be drawn.</p>';
	const size = Math.max(box.right - box.left, (box.bottom - box.top) * 1.5);
	const unit = size / 92;
	// Names of assembly points stand out on both sides.
	const margin = unit * 3;
	const sides = unit * 6;
	const view = [
		box.left - sides,
		box.top - margin,
		box.right - box.left + 2 * sides,
		box.bottom - box.top + 2 * margin,
	];
	const ofType = (...types: unknown[]) => features.filter(({ type }) => types.includes(type));
	const zones = ofType('zone');
	const known = ['zone', 'room', 'diagram'];
	const icons = features.filter(({ type }) => !known.includes(String(type)));
	const shapes = [
		zones.filter(({ zoneType }) => zoneType === 'interior').map(floorShape),
		ofType('room').map((feature) => roomShape(feature, unit)),
		zones.map(zoneShape),
		ofType('diagram').map((feature) => diagramShape(feature, unit)),
		icons.map((feature) => iconShape(feature, unit)),
		zones.filter(({ zoneType }) => zoneType !== 'interior').map((feature) => zoneLabel(feature, unit)),
	];
	return `<svg viewBox="${view.map(number).join(' ')}" role="img" aria-label="Plan">${shapes.flat().join('\n')}</svg>`;
}

/** The ground that everything lies on. */
function floorShape(feature: Feature): string {
	return zoneShape(feature).replace('class="zone" ', 'class="floor" ');
}

function extent(features: Feature[]): Box | undefined {
	const points = features.flatMap(({ geometry, position }) => [
		...ringsOf(geometry).flat(),
		...[pointOf(position) ?? []].flat(),
	]);
	return points.length === 0 ? undefined : boxOf(points);
}

function legend(features: Feature[]): string {
	const zones = features
		.filter(({ type }) => type === 'zone')
		.slice(0, 40)
		.map((zone) => {
			const { fill, line, label } = zoneStyle(zone.zoneType);
			const swatch = `<b style="background:${fill};border-color:${line}"></b>`;
			return `<li>${swatch}<span>${escapeHtml(nameOf(zone) || label)}<small>${label}</small></span></li>`;
		});
	const counts = new Map<string, number>();
	for (const { type } of features) counts.set(String(type), (counts.get(String(type)) ?? 0) + 1);
	const kinds = [...counts].map(([type, count]) => `<tr><td>${escapeHtml(type)}</td><td>${count}</td></tr>`);
	return `<h2>Zones</h2><ul>${zones.join('')}</ul><h2>Features</h2><table>${kinds.join('')}</table>`;
}
