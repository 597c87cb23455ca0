import { UnderWay } from './under-way.mts';
import type { VirtualClock } from './virtual-clock.mts';

const { setTimeout: start, setImmediate: startTurn } = globalThis;

const turn = async () => await new Promise<void>((resolve) => void startTurn(resolve));
const realPause = async (ms: number) => await new Promise<void>((resolve) => void start(resolve, ms));

/** So many turns of the event loop nothing must happen: what came by a socket may take some until it is done. */
const QUIET_TURNS = 4;

/** So far from where anything happened, as at a request's time-out, all is quiet for longer: a millisecond a turn. */
const FAR_MS = 1_000;
const QUIET_TURNS_BEFORE_FAR = 24;

/**
 * What has not gone on in so many turns of a millisecond waits for something that this process does not do, and time
 * has to pass for it. It is turns that count: on a busy machine one may last as long as all of these.
 */
const STUCK_TURNS = 250;

/**
 * Lets the clock jump to its next timer whenever there is nothing else to do. While something is under way it stands;
 * while that does not go on (another program works, an address does not respond) it goes as the real one goes.
 * @returns what ends it
 */
export function drive(clock: VirtualClock): () => void {
	const underWay = new UnderWay();
	const unwatch = underWay.watch();
	let isOver = false;
	/** What was last seen to be under way, and when. */
	let [mark, activeAt] = ['', clock.now];

	async function go(): Promise<void> {
		while (!isOver) {
			await clock.untilStarted();
			await quietOrStuck();
			if (!isOver && clock.nextMs !== undefined) clock.runNext();
		}
	}

	async function quietOrStuck(): Promise<void> {
		let [quietTurns, stuckTurns, at] = [0, 0, clock.now];
		// During a request many short jumps lead as far as a long one.
		const isFar = () => (clock.nextMs ?? 0) - (underWay.isConnected ? activeAt : clock.now) > FAR_MS;
		while (!isOver && quietTurns < (isFar() ? QUIET_TURNS_BEFORE_FAR : QUIET_TURNS)) {
			await turn();
			if (quietTurns > QUIET_TURNS) await realPause(1);
			if (underWay.mark !== mark) {
				[mark, activeAt] = [underWay.mark, clock.now];
				[quietTurns, stuckTurns, at] = [0, 0, clock.now];
			} else if (!underWay.isAnything) quietTurns++;
			else {
				quietTurns = 0;
				stuckTurns++;
				if (stuckTurns > STUCK_TURNS && (clock.nextMs ?? Infinity) <= at + stuckTurns) return;
				await realPause(1);
			}
		}
	}

	void go();
	return () => {
		isOver = true;
		unwatch();
	};
}
