import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import type { SandboxCredential } from '../../sandbox/credential.mts';

/**
 * What the probe needs: the fields of the credential, and a code of each level and of a plan; '' leaves one out.
 */
export interface ProbeInputs extends SandboxCredential {
	clientCode: string;
	campusCode: string;
	buildingCode: string;
	floorCode: string;
	planCode: string;
}

interface Question {
	/** The environment variable that gives it. */
	variable: string;
	label: string;
	isSecret?: boolean;
	/** Taken where nothing is typed. */
	default?: string;
}

/** In the order of the credential's dialog. */
const QUESTIONS: Record<keyof ProbeInputs, Question> = {
	baseUrl: { variable: 'PLAN_SERVICE_BASE_URL', label: 'Base URL' },
	authUrl: { variable: 'PLAN_SERVICE_AUTH_URL', label: 'Authentication URL' },
	applicationId: { variable: 'PLAN_SERVICE_APPLICATION_ID', label: 'Application ID' },
	applicationSecret: { variable: 'PLAN_SERVICE_APPLICATION_SECRET', label: 'Application Secret', isSecret: true },
	apiKey: { variable: 'PLAN_SERVICE_API_KEY', label: 'API Key', isSecret: true },
	apiSecret: { variable: 'PLAN_SERVICE_API_SECRET', label: 'API Secret', isSecret: true },
	scope: { variable: 'PLAN_SERVICE_SCOPE', label: 'Scope', default: 'openid esapi-scope' },
	partnerCode: { variable: 'PLAN_SERVICE_PARTNER_CODE', label: 'Partner Code' },
	clientCode: { variable: 'PLAN_SERVICE_CLIENT_CODE', label: 'Code of a client', default: '' },
	campusCode: { variable: 'PLAN_SERVICE_CAMPUS_CODE', label: 'Code of a campus', default: '' },
	buildingCode: { variable: 'PLAN_SERVICE_BUILDING_CODE', label: 'Code of a building', default: '' },
	floorCode: { variable: 'PLAN_SERVICE_FLOOR_CODE', label: 'Code of a floor', default: '' },
	planCode: { variable: 'PLAN_SERVICE_PLAN_CODE', label: 'Code of a plan', default: '' },
};

/**
 * From the environment, and by prompts where a variable is not set. Never from arguments: those stand in the shell's
 * history and in the list of processes.
 * @throws Error that names the variables where nobody can be asked
 */
export async function readInputs(environment: NodeJS.ProcessEnv): Promise<ProbeInputs> {
	const given = Object.entries(QUESTIONS).map(([name, question]) => [name, environment[question.variable]] as const);
	const answers = new Map(given.filter(([, value]) => value !== undefined));
	const open = Object.entries(QUESTIONS).filter(([name]) => !answers.has(name));
	const prompt = process.stdin.isTTY ? await prompts() : undefined;
	const missing = open.filter(([, { default: preset }]) => preset === undefined);
	if (prompt === undefined && missing.length > 0) {
		throw new Error(`Nobody can be asked here. Set ${missing.map(([, { variable }]) => variable).join(', ')}.`);
	}
	for (const [name, question] of open) {
		answers.set(name, (await prompt?.answer(question)) ?? question.default ?? '');
	}
	prompt?.close();
	const trimmed = Object.keys(QUESTIONS).map((name) => [name, (answers.get(name) ?? '').trim()]);
	const inputs = Object.fromEntries(trimmed) as Record<keyof ProbeInputs, string>;
	const withoutSlash = (address: string) => address.replace(/\/+$/, '');
	return { ...inputs, baseUrl: withoutSlash(inputs.baseUrl), authUrl: withoutSlash(inputs.authUrl) };
}

/** Questions on the terminal; what is typed for a secret is not shown. */
async function prompts() {
	let isHidden = false;
	const output = new Writable({
		write: (chunk, _encoding, done) => {
			if (!isHidden) process.stderr.write(chunk);
			done();
		},
	});
	const lines = createInterface({ input: process.stdin, output, terminal: true });
	return {
		answer: async ({ label, isSecret = false, default: preset }: Question): Promise<string> => {
			const hint = preset === undefined ? '' : preset === '' ? ' (Enter leaves it out)' : ` (${preset})`;
			process.stderr.write(`${label}${hint}: `);
			isHidden = isSecret;
			const typed = await lines.question('');
			if (isSecret) process.stderr.write('\n');
			isHidden = false;
			return typed.trim() === '' ? (preset ?? '') : typed;
		},
		close: () => lines.close(),
	};
}
