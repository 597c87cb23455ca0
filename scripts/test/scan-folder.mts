// `scan-folder.mts <folder> <pattern> ...`: n8n's scanner of community packages, on these files of a folder.
import { analyzePackage } from '@n8n/scan-community-package/scanner/scanner.mjs';

const [folder, ...patterns] = process.argv.slice(2);
const { passed, message, details } = await analyzePackage(folder, patterns);
// It passes a folder where it finds nothing to look at.
if (!passed || message) {
	console.error(`${message ?? 'The scan failed'}\n${details ?? ''}`);
	process.exitCode = 1;
}
