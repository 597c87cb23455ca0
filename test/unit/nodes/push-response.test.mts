import { isAccepted } from '../../../nodes/PushFeatures/operations/push.operation';

describe('a response to a push', () => {
	it.each([
		[200, '', true],
		[200, ' null\n', true],
		[200, 'true', true],
		[200, '{ }', true],
		[200, '[]', true],
		[200, '"OK"', true],
		[200, '{"error":"no"}', false],
		[200, 'taken', false],
		[200, 'false', false],
		[200, '<p>', false],
		[202, '', false],
		[200, ' '.repeat(100), false],
		[204, '', false],
		[207, '{}', false],
	])('%d %j says plainly that it was taken: %j', (code, body, is) => {
		expect(isAccepted(code, body)).toBe(is);
	});
});
