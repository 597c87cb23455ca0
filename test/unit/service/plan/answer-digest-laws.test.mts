import fc from 'fast-check';
import { readPlanAnswer } from '../../../../service/answer';
import { answerDigest, markOf } from '../../../../service/plan';
import { Secrets } from '../../../../service/text';
import type { Feature } from '../../../../service/plan';
import { anyJson } from '../../../support/generators/json.mts';

/** An answer that names an address at each place where the service, or a deployment's own field, might. */
function answer(places: Record<'photo' | 'icon' | 'own' | 'inData' | 'quoted', string>, more: unknown): string {
	const { photo, icon, own, inData, quoted } = places;
	return JSON.stringify({
		features: [
			{
				more,
				imageUrl: own,
				icons: [{ imageUrl: icon, photos: [{ imageUrl: photo, caption: own }] }],
				photos: [
					{ imageUrl: photo, taken: { by: own } },
					{ imageUrl: photo, tags: [own] },
				],
				data: [{ key: 'k', name: 'n', value: quoted, photos: [{ imageUrl: inData }], icons: [{ imageUrl: own }] }],
				note: `{"photos":[{"imageUrl":"${quoted}"}]}`,
			},
		],
	});
}

const address = fc.constantFrom('', 'a', 'a.png?1', 'a.png?2', '"photos":[{"imageUrl":"');
const places = fc.record({ photo: address, icon: address, own: address, inData: address, quoted: address });

const marks = (text: string) =>
	readPlanAnswer(text, new Secrets([])).map((feature: Feature) => markOf(feature, { by: 'feature' }));

describe('the digest of an answer', () => {
	it('is equal only where the marks of all features are', () => {
		fc.assert(
			fc.property(places, places, (one, other) => {
				const [first, second] = [answer(one, 0), answer(other, 0)];
				if (answerDigest(first) === answerDigest(second)) expect(marks(second)).toEqual(marks(first));
				else expect(first).not.toBe(second);
			}),
			{ numRuns: 2000 },
		);
	});

	it('is the same whatever the authentication parameters of photos are', () => {
		const signature = fc.stringMatching(/^\S*$/);
		fc.assert(
			fc.property(signature, signature, anyJson, (one, other, more) => {
				const text = (signed: string) => {
					const imageUrl = `https://a/b.png?${signed}`;
					return JSON.stringify({ features: [{ more, photos: [{ imageUrl }, { imageUrl }] }] });
				};
				expect(answerDigest(text(other))).toBe(answerDigest(text(one)));
				expect(marks(text(other))).toEqual(marks(text(one)));
			}),
		);
	});

	it('differs where anything else does', () => {
		fc.assert(
			fc.property(anyJson, anyJson, (one, other) => {
				const texts = [one, other].map((more) => JSON.stringify({ features: [{ more, photos: [{ imageUrl: 'a' }] }] }));
				expect(answerDigest(texts[0]) === answerDigest(texts[1])).toBe(texts[0] === texts[1]);
			}),
		);
	});
});
