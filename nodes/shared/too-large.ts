import { sizeInWords } from '../../service/answer';
import { tooLargeAdvice } from './advice';
import { ItemFailure } from './item-error';

/**
 * An answer with more bytes than may be read. It is final: the service would send as much again.
 * @param hasOption whether the bound is an option of the node
 */
export function tooLargeFailure(mostBytes: number, hasOption: boolean): ItemFailure {
	return new ItemFailure({
		message: `The service's answer is longer than ${sizeInWords(mostBytes)}, so it was not read to its end`,
		advice: tooLargeAdvice(hasOption),
		details: { safeToRetry: true },
	});
}
