/** Moves what `Date.now` says on; the timers stay real. Put back after each test. */
export function useClock(): { advance: (ms: number) => void } {
	const realNow = Date.now;
	let aheadMs = 0;
	beforeEach(() => {
		aheadMs = 0;
		jest.spyOn(Date, 'now').mockImplementation(() => realNow() + aheadMs);
	});
	afterEach(() => jest.restoreAllMocks());
	return { advance: (ms) => (aheadMs += ms) };
}
