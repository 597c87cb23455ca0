import { appendFileSync } from 'node:fs';
import { responseDeparture } from './response-departure.mts';
import type { SeenResponse } from './response-departure.mts';
import { operationFor } from './operations.mts';
import { requestDeparture } from './request-departure.mts';
import type { SeenRequest } from './request-departure.mts';

/** What a run of checks came to. */
export interface CheckTotals {
	requests: number;
	responses: number;
	/** Requests that depart from the description and were rejected for it. */
	rejected: number;
	departures: string[];
}

/** Names the file that a suite sums its checks up from. */
export const CHECKS_VARIABLE = 'PLAN_SERVICE_CHECKS';

/** More would be a list that nobody reads. */
const MAX_DEPARTURES = 20;

/** Compares what goes over the wire with `tools/openapi/openapi.json`. */
export class TrafficCheck {
	private readonly totals: CheckTotals = { requests: 0, responses: 0, rejected: 0, departures: [] };

	/**
	 * @param isOwn whether the response is the sandbox's, not one that a test has put in its place. Of a request
	 * that a test has responded to, the test's status says whether it was rejected.
	 */
	check(request: SeenRequest, response: SeenResponse, isOwn: boolean): void {
		const [path] = request.address.split('?');
		// HEAD asks for what GET does, without its body: each server has it.
		const operation = operationFor(request.method === 'HEAD' ? 'GET' : request.method, path);
		const isRejected = response.status >= 400;
		this.totals.requests++;
		const departure = operation === undefined ? 'the address is not described' : requestDeparture(operation, request);
		if (departure !== undefined && isRejected) this.totals.rejected++;
		if (departure !== undefined && !isRejected) this.report(request, `the request: ${departure}`);

		if (operation === undefined || !isOwn) return;
		this.totals.responses++;
		const departed = responseDeparture(operation, response);
		if (departed !== undefined) this.report(request, `the response: ${departed}`);
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
