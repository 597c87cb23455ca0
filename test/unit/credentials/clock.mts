/** Moves what the clocks say on; the timers stay real. Put back after each test. */
export function useClock(): { advance: (ms: number) => void } {
	let aheadMs = 0;
	beforeEach(() => {
		aheadMs = 0;
		// Found here, because each test file gets clocks of its own once it has been loaded.
		for (const clock of [Date, performance]) {
			const realNow = clock.now.bind(clock);
			jest.spyOn(clock, 'now').mockImplementation(() => realNow() + aheadMs);
		}
	});
	afterEach(() => jest.restoreAllMocks());
	return { advance: (ms) => (aheadMs += ms) };
}
