import { ProblemWriter } from '../../nodes/PushFeatures/input-problems.ts';
import type { InputProblem } from '../../nodes/PushFeatures/input-rules';

/** As a person reads them. */
export function inWords(problems: readonly InputProblem[]): Array<{ path: string; message: string }> {
	return problems.map((problem) => ({ path: problem.path, message: new ProblemWriter().message(problem) }));
}
