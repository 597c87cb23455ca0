import type { PlanNames } from '../../service/api';
import { asItemFailure } from './failures';
import { isNothing } from './parameter';
import { asLocated } from './parameters';
import { codeByNames } from './plan-parameter';
import { readPlanNames } from './plan-source';
import { requestOptions, requestOptionsFrom } from './request-options';
import type { ServiceRun } from './service-run';
import { optionsOf } from './structured-parameters';

const commonOptions = optionsOf(requestOptions);

/**
 * Plans that items give By Names. Their codes are found before the items are read, and stand in `parameters.located`:
 * an expression names a plan for each item, and all plans are listed once for each partner.
 */
export async function locatePlans(run: ServiceRun, itemCount: number): Promise<void> {
	const { parameters } = run;
	if (parameters.modeOf('planCode') !== 'names') return;
	const lists = new Map<string, Promise<PlanNames>>();
	const namesFor = async (itemIndex: number): Promise<PlanNames> => {
		const limits = requestOptionsFrom(commonOptions.read(parameters, itemIndex));
		const session = await run.session();
		const partnerCode = limits.partnerCode || session.settings.partnerCode;
		const names = lists.get(partnerCode) ?? readPlanNames({ session, limits, partnerCode, clientPath: 'Clients' });
		lists.set(partnerCode, names);
		return await names;
	};
	for (let itemIndex = 0; itemIndex < itemCount; itemIndex++) {
		try {
			const { value: input } = asLocated(parameters.value('planCode', itemIndex, undefined));
			if (isNothing(typeof input === 'string' ? input.trim() : input)) continue;
			parameters.located.set(itemIndex, codeByNames(await namesFor(itemIndex), input));
		} catch (error) {
			parameters.located.set(itemIndex, asItemFailure(error));
		}
	}
}
