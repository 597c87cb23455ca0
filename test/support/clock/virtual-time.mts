import { drive } from './drive.mts';
import { realClockOf } from './real-clock.mts';
import { VirtualClock } from './virtual-clock.mts';

// One clock for a test file, so that time never goes back between its tests.
if (realClockOf(expect.getState().testPath ?? '') === undefined) {
	const clock = new VirtualClock();
	let undo: Array<() => void> = [];
	beforeAll(() => void (undo = [clock.install(), drive(clock)]));
	afterAll(() => undo.forEach((one) => one()));
}
