import { execFileSync } from 'node:child_process';

import { projectRoot } from '../../n8n/driver/host-folder.mts';

function git(...args: string[]): string[] {
	const output = execFileSync('git', args, { cwd: projectRoot, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
	return output.split('\n').filter(Boolean);
}

/** What differs from the newest commit that main and this branch have in common; undefined where git does not tell. */
function changedFiles(): string[] | undefined {
	try {
		const [main] = git('for-each-ref', '--format=%(refname)', 'refs/remotes/origin/main', 'refs/heads/main');
		const [base] = git('merge-base', main, 'HEAD');
		return [...git('diff', '--name-only', base), ...git('ls-files', '--others', '--exclude-standard')];
	} catch {
		return undefined;
	}
}

let changed: { files: string[] | undefined } | undefined;

/** Whether a file has changed whose path begins so, or may have. */
export function hasChanged(beginnings: string[]): boolean {
	changed ??= { files: changedFiles() };
	return changed.files?.some((file) => beginnings.some((part) => file.startsWith(part))) ?? true;
}
