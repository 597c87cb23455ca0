import { pathText } from './features';
import type { Feature, FeatureProblem } from './features';
import { MAX_DEPTH } from '../text';

/** The service answers with an object that holds the list of features, so a feature may nest two levels less. */
const DEEPEST = MAX_DEPTH - 2;
const MOST_STEPS = 8;

/**
 * A feature as JSON writes it, so that what is sent is what is later compared with the plan. Dates, DateTimes, buffers
 * and whatever else has `toJSON` become what that gives.
 * @returns the same object where it is JSON already, and the values that JSON cannot hold
 */
export function asSendable(feature: Feature): { feature: Feature; problems: FeatureProblem[] } {
	if (isJson(feature, 1)) return { feature, problems: NONE };
	const writer = new Writer();
	return { feature: writer.write(feature, []) as Feature, problems: writer.problems };
}

const NONE: FeatureProblem[] = [];

/** Whether a value is JSON already. Nearly every feature is, so this keeps no path, unlike `Writer`. */
function isJson(value: unknown, depth: number): boolean {
	if (typeof value === 'number') return Number.isFinite(value);
	if (typeof value !== 'object' || value === null)
		return typeof value === 'string' || typeof value === 'boolean' || value === null;
	if (depth > DEEPEST) return false;
	if (Array.isArray(value)) {
		for (let index = 0; index < value.length; index++) if (!isJson(value[index], depth + 1)) return false;
		return true;
	}
	if (!isPlain(value) || 'toJSON' in value) return false;
	for (const name in value) {
		const member = (value as Feature)[name];
		if (member !== undefined && !isJson(member, depth + 1)) return false;
	}
	return true;
}

type Path = Array<string | number>;

class Writer {
	/** The objects and lists around the value that is looked at. */
	private readonly around: object[] = [];

	readonly problems: FeatureProblem[] = [];

	private isEndless = false;

	/** @param path is changed while its value is looked at, and left as it was */
	write(given: unknown, path: Path): unknown {
		if (this.isEndless) return undefined;
		const value = asWritten(given, path);
		if (typeof value === 'number' && !Number.isFinite(value))
			return this.refuse(path, `is ${value}, which JSON cannot hold`);
		if (typeof value === 'bigint')
			return this.refuse(path, 'is a BigInt, which JSON cannot hold; make it a text or a number');
		if (typeof value === 'function' || typeof value === 'symbol') return undefined;
		if (typeof value !== 'object' || value === null) return value;
		this.around.push(value);
		if (this.around.length > DEEPEST) {
			this.isEndless = true;
			this.problems.push(endlessProblem(this.around, path));
			return undefined;
		}
		const result = Array.isArray(value) ? this.writeList(value, path) : this.writeObject(value, path);
		this.around.pop();
		return result;
	}

	private writeList(list: unknown[], path: Path): unknown[] {
		let copy: unknown[] | undefined;
		for (let index = 0; index < list.length; index++) {
			const member = list[index];
			if (typeof member === 'number' && Number.isFinite(member)) continue; // Most of what outlines hold.
			path.push(index);
			const written = this.write(member, path) ?? null;
			path.pop();
			if (written !== member) (copy ??= [...list])[index] = written;
		}
		return copy ?? list;
	}

	private writeObject(object: object, path: Path): object {
		// Objects of other realms and classes are copied, so that nothing that they inherit is compared.
		let copy = isPlain(object) ? undefined : new Map(Object.entries(object));
		for (const name of Object.keys(object)) {
			const member = (object as Feature)[name];
			// JSON leaves the one out, and most members are the other.
			if (member === undefined || typeof member === 'string') continue;
			path.push(name);
			const written = this.write(member, path);
			path.pop();
			if (written === undefined) (copy ??= new Map(Object.entries(object))).delete(name);
			else if (written !== member) (copy ??= new Map(Object.entries(object))).set(name, written);
		}
		return copy === undefined ? object : Object.fromEntries(copy);
	}

	private refuse(path: Path, message: string): undefined {
		this.problems.push({ path: pathText(path), message });
		return undefined;
	}
}

/** What `JSON.stringify` writes in place of a value. */
function asWritten(value: unknown, path: Path): unknown {
	if (value instanceof Number || value instanceof String || value instanceof Boolean) return value.valueOf();
	if (typeof value !== 'object' || value === null || !('toJSON' in value) || typeof value.toJSON !== 'function')
		return value;
	const toJson = value.toJSON as (this: object, key: string) => unknown;
	return toJson.call(value, String(path.at(-1) ?? ''));
}

function isPlain(object: object): boolean {
	const prototype: unknown = Object.getPrototypeOf(object);
	return prototype === Object.prototype || prototype === null;
}

function endlessProblem(around: readonly object[], path: Path): FeatureProblem {
	const again = around.findIndex((object, index) => around.indexOf(object) < index);
	const steps = again === -1 ? path.slice(0, MOST_STEPS) : path.slice(0, again);
	return again === -1
		? {
				path: `${pathText(steps)}…`,
				message:
					`nests too deep: the plan's answer could have more than ${MAX_DEPTH} levels, and could not be read any ` +
					'more',
			}
		: { path: pathText(steps), message: 'holds itself, which JSON cannot write' };
}
