import { isJsonObject } from '../text';
import type { JsonObject } from '../text';

/** A Feature of GeoJSON (RFC 7946): a row whose columns are its properties. */
export interface GeoJsonFeature extends JsonObject {
	type: 'Feature';
	properties: JsonObject | null;
}

/** No feature of a plan is one: its kind is never Feature, and its properties stand beside its kind. */
export function isGeoJsonFeature(value: unknown): value is GeoJsonFeature {
	return (
		isJsonObject(value) && value.type === 'Feature' && (value.properties === null || isJsonObject(value.properties))
	);
}

/** The features of GeoJSON, each with its path; undefined for anything else. */
export function geoJsonFeatures(path: string, value: unknown): Array<{ path: string; value: unknown }> | undefined {
	if (isGeoJsonFeature(value)) return [{ path, value }];
	if (!isJsonObject(value) || value.type !== 'FeatureCollection' || !Array.isArray(value.features)) return undefined;
	const prefix = path === '' ? '' : `${path}.`;
	return value.features.map((one: unknown, index) => ({ path: `${prefix}features[${index}]`, value: one }));
}

const LANGUAGE = /^[a-z]{2,3}(?:-[a-z\d]+)*$/i;

/** IMDF writes a name as `{ "en": "Ball Room" }`. */
function withoutLanguage(cell: unknown): unknown {
	if (!isJsonObject(cell)) return cell;
	const [[language, text] = [], ...others] = Object.entries(cell);
	return others.length === 0 && typeof text === 'string' && LANGUAGE.test(String(language)) ? text : cell;
}

const OF_GEOJSON = ['type', 'id', 'bbox', 'geometry', 'properties'];

/**
 * The columns of a Feature: its properties, and what a format adds beside them, as IMDF adds `feature_type`. Its id is
 * the one of the file, and means nothing to the service.
 */
export function rowOfGeoJson(feature: GeoJsonFeature): JsonObject {
	const others = Object.entries(feature).filter(([name]) => !OF_GEOJSON.includes(name));
	const all = [...others, ...Object.entries(feature.properties ?? {})];
	return Object.fromEntries(all.map(([name, cell]) => [name, withoutLanguage(cell)]));
}
