// `scan-folder.mts <folder> <pattern,…> <field> ...`: n8n's scanner of community packages, on these files of a folder.
// The fields are none of the secrets that their names make the scanner think of.
import { analyzePackage } from '@n8n/scan-community-package/scanner/scanner.mjs';

const [folder, patterns, ...noSecrets] = process.argv.slice(2);
const { passed, message, details = '' } = await analyzePackage(folder, JSON.parse(patterns) as string[]);
const findings = details.split('\n').filter((line) => /^\s+\d+:\d+\s+error/.test(line));
const isMeant = (line: string) =>
	noSecrets.some((field) => line.includes(`'${field}' appears to be a sensitive field`));
// It passes a folder where it finds nothing to look at.
if ((passed && message) || (!passed && (findings.length === 0 || !findings.every(isMeant)))) {
	console.error(`${message ?? 'The scan failed'}\n${details}`);
	process.exitCode = 1;
}
