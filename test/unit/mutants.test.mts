import { mutants as mutantsOfServices } from '../services/mutants.mts';
import { mutatedText } from '../simulation/code.mts';
import { mutants as mutantsOfHistories } from '../simulation/mutants.mts';

// Here, because whoever changes the code runs these tests first.
test.each([...mutantsOfHistories, ...mutantsOfServices])(
	'the code holds what a mutant changes: $name',
	async (mutant) => {
		expect(await mutatedText(mutant)).toContain(mutant.to);
	},
);
