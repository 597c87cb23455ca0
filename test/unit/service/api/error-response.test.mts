import { readServiceMessage } from '../../../../service/api';
import { isWebPage } from '../../../../service/api/error-response';
import { Secrets } from '../../../../service/text';

const messageOf = (body: unknown) =>
	readServiceMessage(typeof body === 'string' ? body : JSON.stringify(body), new Secrets([]));

describe('the message of a response that is no success', () => {
	it.each<[unknown, string]>([
		['Not today', 'Not today'],
		['"Not today"', 'Not today'],
		['', ''],
		['[]', '[]'],
		[{ message: 'a', detail: 'b', title: 'c' }, 'a'],
		[{ error: 'x', error_description: 'a', message: 'b' }, 'a'],
		[{ Title: 'a', Status: 400 }, 'a'],
		[{ title: 'b', detail: 'a' }, 'a'],
		[{ error: 'a' }, 'a'],
		[{ message: ' ', title: 'a' }, 'a'],
		[{ error: { message: 'a' } }, 'a'],
		[{ error: { error: {} }, title: '' }, ''],
		[{ status: 400 }, ''],
		[{ message: 'Invalid.', errors: ['x', 'y'] }, 'Invalid: x; y'],
		[{ errors: ['a'] }, 'a'],
		[
			{ errors: { 'features[0].zoneType': ['a', 'b'], name: 'c', other: null } },
			'features[0].zoneType a; features[0].zoneType b; name c',
		],
		[{ Message: 'Invalid', ModelState: { x: ['a'] } }, 'Invalid: x a'],
		[{ violations: [{ propertyPath: 'x', message: 'a' }] }, 'x a'],
		[{ fieldErrors: [{ field: 'x', msg: 'a' }] }, 'x a'],
		[{ details: [{ property: 'x', errorMessage: 'a' }] }, 'x a'],
		[{ detail: [{ path: 'x', description: 'a' }] }, 'x a'],
		[{ message: [{ propertyName: 'x', reason: 'a' }] }, 'x a'],
		[{ title: 'Invalid', detail: 'a', errors: [] }, 'a'],
		[{ errors: [{ title: 'a' }, { detail: 'b' }, { path: '', message: '' }, 7] }, 'a; b; rejected; rejected'],
		[{ errors: 'a', message: 'b' }, 'b'],
		[{ error: { message: 'Invalid', errors: ['x'] } }, 'Invalid: x'],
		[{ message: 'The zone type of a is wrong', errors: ['zone type of a'] }, 'The zone type of a is wrong'],
	])('%j is %j', (body, message) => {
		expect(messageOf(body)).toBe(message);
	});

	it('names twenty entries at most, and looks five levels deep', () => {
		const errors = Array.from({ length: 30 }, (_, index) => `e${String(index).padStart(2, '0')}`);
		expect(messageOf({ errors })).toBe(errors.slice(0, 20).join('; '));
		const nested = (depth: number): object =>
			depth === 0 ? { message: 'a', errors: ['b'] } : { error: nested(depth - 1) };
		expect([messageOf(nested(4)), messageOf(nested(5))]).toEqual(['a: b', '']);
	});
});

it.each([
	['<!DOCTYPE html><html>', true],
	['\n<HTML lang="en">', true],
	['<!-- a\n comment --> \n<head>', true],
	['<h1>Not found</h1>', true],
	['<center>nginx</center>', true],
	['<htmlx>', false],
	['<?xml version="1.0"?><html>', false],
	['{"a":"<html>"}', false],
	['<h2>', false],
])('%j is a web page: %j', (body, isPage) => {
	expect(isWebPage(body)).toBe(isPage);
});
