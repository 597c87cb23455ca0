import { DEFAULT_PORT } from '../../sandbox/cli-options.mts';

/** Where `npm run sandbox` listens; the sandbox of a test takes any free port. */
const SHOWN_ADDRESS = `http://127.0.0.1:${DEFAULT_PORT}`;

/** The demo data have no milliseconds: a time that has them was made in the run. */
const TIME_OF_RUN = /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/g;
const SHOWN_TIME = '2026-01-01T12:00:00.000Z';

/** The first eight characters of a token and its padding are the same each time; what is between is cut. */
const VIEWER_TOKEN = /(eyJ[A-Za-z0-9]{5})[A-Za-z0-9+/=.%]+(==|%3D%3D)/g;

/** The items with what differs from run to run replaced: addresses, times of the run, viewer tokens. */
export function steady<T extends object>(items: T[], baseUrl: string): T[] {
	const text = JSON.stringify(items)
		.replaceAll(baseUrl, SHOWN_ADDRESS)
		.replace(TIME_OF_RUN, SHOWN_TIME)
		.replace(VIEWER_TOKEN, '$1…$2');
	return JSON.parse(text) as T[];
}
