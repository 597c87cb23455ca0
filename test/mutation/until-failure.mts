import type { JestEnvironment } from '@jest/environment';
import OneRealm from '../support/realm/one-realm.mts';

/** A mutant that a test has noticed. */
let noticed: string | undefined;

/** Skips the tests that are left once one has failed: a mutant needs no second one that notices it. */
export default class UntilFailure extends OneRealm {
	handleTestEvent: JestEnvironment['handleTestEvent'] = (event) => {
		const { __STRYKER_ACTIVE_MUTANT__: mutant } = process.env;
		if (mutant === undefined) return;
		if (event.name === 'test_start' && mutant === noticed) event.test.mode = 'skip';
		if (event.name === 'test_done' && event.test.errors.length > 0) noticed = mutant;
	};
}
