export interface Timer {
	isOver: boolean;
}

/**
 * A timer that begins now. What begins later and waits as long is still under way until this one is over: two timers
 * go by one clock, whereas a timer measured by another clock may seem 20 ms too short on a busy machine.
 */
export function timer(ms: number): Timer {
	const started = { isOver: false };
	setTimeout(() => (started.isOver = true), ms);
	return started;
}
