import { PATH_SEPARATOR, PlanNames } from '../../service/api';
import { InvalidInputError, ItemFailure, asItemFailure, unwrap } from './item-error';
import { isNothing } from './parameter';
import { optionsOf } from './structured-parameters';
import { gather, listClients, placesIn, plansAt } from './plan-source';
import type { PlanSource } from './plan-source';
import { requestOptions, requestOptionsFrom } from './request-options';
import type { RequestOptions } from './request-options';
import type { ServiceRun } from './service-run';
import { withSubject } from './subject';

/** A client that is refused, or not there. */
const IS_NO_CLIENT = new Set([403, 404, 405]);

const commonOptions = optionsOf(requestOptions);

/**
 * Plans that items give By Names. Their codes are found before the items are read, and stand in `parameters.located`:
 * an expression names a plan for each item, and all plans are listed once for each partner. In other modes nothing is
 * asked.
 */
export async function locatePlans(run: ServiceRun, itemCount: number): Promise<void> {
	const { parameters } = run;
	if (parameters.modeOf('planCode') !== 'names') return;
	const names = new Map<string, Promise<PlanNames>>();
	for (let itemIndex = 0; itemIndex < itemCount; itemIndex++) {
		try {
			const given = parameters.value('planCode', itemIndex, undefined);
			if (isNothing(typeof given === 'string' ? given.trim() : given)) continue;
			const options = requestOptionsFrom(commonOptions.read(parameters, itemIndex));
			const { partnerCode } = options;
			if (!names.has(partnerCode)) names.set(partnerCode, sourceOf(run, options).then(readPlanNames));
			parameters.located.set(itemIndex, codeByNames(await (names.get(partnerCode) as Promise<PlanNames>), given));
		} catch (error) {
			parameters.located.set(itemIndex, asItemFailure(error));
		}
	}
}

async function sourceOf(run: ServiceRun, options: RequestOptions): Promise<PlanSource> {
	const session = await run.session();
	const { settings } = session;
	return {
		session,
		baseUrl: settings.baseUrl,
		partnerCode: options.partnerCode || settings.partnerCode,
		clientPath: 'Clients',
		ask: async ({ url, subject, ...question }, parse) => {
			const answer = await run.read(() => url, { ...options, ...question }, parse);
			return unwrap(answer instanceof ItemFailure && subject !== undefined ? withSubject(answer, subject) : answer);
		},
	};
}

/**
 * All plans that a source lists, by their names.
 * @throws ItemFailure where a client could not be listed: a plan of it may have the same names. One that is refused or
 * not there has no plan that could be meant
 */
export async function readPlanNames(source: PlanSource): Promise<PlanNames> {
	const clients = await listClients(source);
	const places = await gather(clients.found, 'clients', async (client) => await placesIn(source, client));
	const lost = [...clients.failures, ...places.failures].find(({ details }) => !IS_NO_CLIENT.has(details.status ?? 0));
	if (lost !== undefined) throw lost;
	return new PlanNames((await plansAt(source, places.found)).found);
}

/** @throws InvalidInputError that says which plans there are, unless exactly one has the names */
export function codeByNames(names: PlanNames, given: unknown): string {
	const text = Array.isArray(given) ? given.map(String).join(PATH_SEPARATOR) : String(given);
	const plan = names.find(text);
	if (typeof plan !== 'string') return plan.planCode;
	throw new InvalidInputError(
		plan,
		'Give names of its path in Plan Code, such as those of building and floor, or choose it From List.',
	);
}
