import fc from 'fast-check';

import { seed } from './seed.mts';

// A property that fails prints this seed; TEST_SEED gives it again.
fc.configureGlobal({ seed });
