import { appendFileSync } from 'node:fs';
import { answerDeparture } from './answer-departure.mts';
import type { SeenAnswer } from './answer-departure.mts';
import { operationFor } from './operations.mts';
import { requestDeparture } from './request-departure.mts';
import type { SeenRequest } from './request-departure.mts';

/** What a run of checks came to. */
export interface CheckTotals {
	requests: number;
	answers: number;
	/** Requests that depart from the description and were rejected for it. */
	refused: number;
	departures: string[];
}

/** Names the file that a suite sums its checks up from. */
export const CHECKS_VARIABLE = 'PLAN_SERVICE_CHECKS';

/** More would be a list that nobody reads. */
const MAX_DEPARTURES = 20;

/** Compares what goes over the wire with `tools/openapi/openapi.json`. */
export class TrafficCheck {
	private readonly totals: CheckTotals = { requests: 0, answers: 0, refused: 0, departures: [] };

	/**
	 * @param isOwn whether the response is the sandbox's, not one that a test has put in its place. Of a request
	 * that a test has answered, the test's status says whether it was rejected.
	 */
	check(request: SeenRequest, answer: SeenAnswer, isOwn: boolean): void {
		const [path] = request.address.split('?');
		// HEAD asks for what GET does, without its body: each server has it.
		const operation = operationFor(request.method === 'HEAD' ? 'GET' : request.method, path);
		const isRefused = answer.status >= 400;
		this.totals.requests++;
		const departure = operation === undefined ? 'the address is not described' : requestDeparture(operation, request);
		if (departure !== undefined && isRefused) this.totals.refused++;
		if (departure !== undefined && !isRefused) this.report(request, `the request: ${departure}`);

		if (operation === undefined || !isOwn) return;
		this.totals.answers++;
		const answered = answerDeparture(operation, answer);
		if (answered !== undefined) this.report(request, `the answer: ${answered}`);
	}

	/** @throws Error that names what departed from the description; adds what was checked to the suite's file */
	close(): void {
		const file = process.env[CHECKS_VARIABLE];
		if (file !== undefined) appendFileSync(file, `${JSON.stringify(this.totals)}\n`);
		const { departures } = this.totals;
		if (departures.length === 0) return;
		throw new Error(`What went over the wire departs from tools/openapi/openapi.json:\n${departures.join('\n')}`);
	}

	private report({ method, address }: SeenRequest, departure: string): void {
		const { departures } = this.totals;
		const line = `${method} ${address.split('?')[0]}: ${departure}`;
		if (departures.length < MAX_DEPARTURES && !departures.includes(line)) departures.push(line);
	}
}
