import type { PhotoOutcome } from './photo-request';

export const MOST_SILENCES = 8;

/**
 * A host that photos of a run lie on. One that gave no answer eight times is not asked again: each silence takes a
 * whole Timeout.
 */
export class PhotoHost {
	private silences = 0;

	private underWay = 0;

	private waiting: Array<() => void> = [];

	/** What became of a request; undefined when the host is not asked. */
	async ask(request: () => Promise<PhotoOutcome>): Promise<PhotoOutcome | undefined> {
		// What is under way may become a silence, too.
		while (this.underWay > 0 && this.silences + this.underWay >= MOST_SILENCES) {
			await new Promise<void>((wake) => this.waiting.push(wake));
		}
		if (this.silences >= MOST_SILENCES) return undefined;
		this.underWay++;
		const outcome = await request();
		this.underWay--;
		if ('reason' in outcome && outcome.hasNoAnswer) this.silences++;
		const woken = this.waiting;
		this.waiting = [];
		for (const wake of woken) wake();
		return outcome;
	}
}
