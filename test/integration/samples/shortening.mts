import type { IDataObject } from 'n8n-workflow';

/** Leaves out of an item what a page need not show. */
export type Shortening = (item: IDataObject) => IDataObject;

/** Of the item itself only these members. */
export function only(...members: string[]): Shortening {
	return (item) => Object.fromEntries(Object.entries(item).filter(([member]) => members.includes(member)));
}

/** A text that is another one in each run. */
export function blurred(member: string): Shortening {
	return (item) => (member in item ? { ...item, [member]: '…' } : item);
}

/** The same within an object of the item, where it has this one. */
export function within(member: string, shorten: Shortening): Shortening {
	return (item) => {
		const value = item[member];
		return isObject(value) ? { ...item, [member]: shorten(value) } : item;
	};
}

function isObject(value: IDataObject[string]): value is IDataObject {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}
