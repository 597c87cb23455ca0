/** A reader who sees nothing for longer takes it for stuck. */
const EVERY_MS = 8_000;

/** Says again and again what is under way and how far it is. */
export class Progress {
	private readonly underWay = new Map<string, string>();

	private readonly started = Date.now();

	constructor() {
		setInterval(() => this.say(), EVERY_MS).unref();
	}

	/** From here on something is under way. @returns what tells how far it is */
	begin(name: string): (words: string) => void {
		this.underWay.set(name, name);
		return (words) => void this.underWay.set(name, `${name} ${words}`);
	}

	end(name: string): void {
		this.underWay.delete(name);
	}

	private say(): void {
		if (this.underWay.size === 0) return;
		const seconds = Math.round((Date.now() - this.started) / 1000);
		console.log(`  ${seconds} s: ${[...this.underWay.values()].join(', ')}`);
	}
}
