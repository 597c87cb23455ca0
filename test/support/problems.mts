import { ProblemWriter } from '../../nodes/PushFeatures/input-problems.ts';
import type { FeatureProblem } from '../../service/plan';

/** As a person reads them. */
export function inWords(problems: readonly FeatureProblem[]): Array<{ path: string; message: string }> {
	return problems.map((problem) => ({ path: problem.path, message: new ProblemWriter().message(problem) }));
}
