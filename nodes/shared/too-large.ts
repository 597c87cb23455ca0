import { sizeInWords } from '../../service';
import { ItemFailure } from './item-error';

/**
 * An answer with more bytes than may be read. It is final: the service would send as much again.
 * @param hasOption whether the bound is an option of the node
 */
export function tooLargeFailure(mostBytes: number, hasOption: boolean): ItemFailure {
	return new ItemFailure({
		message: `The service's answer is longer than ${sizeInWords(mostBytes)}, so it was not read to its end`,
		advice: hasOption
			? 'If the plan is that large, raise Max Plan Size (MB) in the options. Otherwise check Base URL in the credential.'
			: 'Check Base URL in the credential. If it is right, report the answer to the operator of the service.',
		details: { safeToRetry: true },
	});
}
