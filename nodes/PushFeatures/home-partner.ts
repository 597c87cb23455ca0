import type { RequestOptions } from '../shared/request-options';
import type { ServiceRun } from '../shared/service-run';

/**
 * The partner of items that name none: the credential's. A plan is one plan, whether its partner is written out or not.
 */
export async function homePartner(run: ServiceRun): Promise<string> {
	try {
		return (await run.session()).settings.partnerCode;
	} catch {
		// Reading or pushing the plan meets the same error, and tells it.
		return '';
	}
}

/** The partner of one item. @param home as `homePartner` gives it */
export function partnerOf({ partnerCode }: Pick<RequestOptions, 'partnerCode'>, home: string): string {
	return partnerCode === '' ? home : partnerCode;
}
