import type { PlanNames } from '../../service/api';
import { asItemFailure } from './failures';
import { isNothing } from './parameter';
import { optionsOf } from './structured-parameters';
import { codeByNames } from './plan-parameter';
import { readPlanNames } from './plan-source';
import type { PlanSource } from './plan-source';
import { requestOptions, requestOptionsFrom } from './request-options';
import type { RequestOptions } from './request-options';
import type { ServiceRun } from './service-run';

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
			const input = parameters.value('planCode', itemIndex, undefined);
			if (isNothing(typeof input === 'string' ? input.trim() : input)) continue;
			const options = requestOptionsFrom(commonOptions.read(parameters, itemIndex));
			const { partnerCode } = options;
			if (!names.has(partnerCode)) names.set(partnerCode, sourceOf(run, options).then(readPlanNames));
			parameters.located.set(itemIndex, codeByNames(await (names.get(partnerCode) as Promise<PlanNames>), input));
		} catch (error) {
			parameters.located.set(itemIndex, asItemFailure(error));
		}
	}
}

async function sourceOf(run: ServiceRun, options: RequestOptions): Promise<PlanSource> {
	const session = await run.session();
	const partnerCode = options.partnerCode || session.settings.partnerCode;
	return { session, limits: options, partnerCode, clientPath: 'Clients' };
}
