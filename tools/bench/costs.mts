import type { Bench } from './bench.mts';
import { processorMs } from '../n8n/driver/process-usage.mts';
import { count, time } from './report/words.mts';
import { ourNodes } from './workflows/ours.mts';
import { chain } from './workflows/parts.mts';

/** As large as the floors of the demo data, and large enough for what a feature costs to show. */
const FEW = 60;
const MANY = 5000;
const FEW_RUNS = 40;
const PLANS_AN_HOUR = 1000;
const HOUR_MS = 3_600_000;
const MILLION = 1_000_000;

interface Cost {
	/** By n8n's clock, the service's responses included. */
	ms: number;
	/** Processor time of n8n, webhook and database included. */
	cpuMs: number;
}

/** What one execution of get → push costs, as so much a plan and so much a feature. */
export async function costs({ host, service, runs }: Bench): Promise<string> {
	const [from, to] = ['pln_cost_from', 'pln_cost_to'];
	const ours = ourNodes(host.credential);
	const workflow = await host.create(chain('cost', [ours.getMany(from), ours.push(to)]));
	const costOf = async (features: number, times: number): Promise<Cost> => {
		await service.call('serveAll');
		await service.call('serve', from, features);
		await service.call('setFeatures', to, 0);
		await host.success(workflow);
		const cpu = () => processorMs(host.n8n.process.pid ?? 0) ?? NaN;
		const before = cpu();
		let ms = 0;
		for (let run = 0; run < times; run++) ms += (await host.success(workflow)).ms;
		return { ms: ms / times, cpuMs: (cpu() - before) / times };
	};
	const few = await costOf(FEW, FEW_RUNS);
	const many = await costOf(MANY, runs);
	await service.call('serveAll');
	await service.call('setFeatures', to, 0);
	await host.remove(workflow);
	const perFeature = { ms: slope(few.ms, many.ms), cpuMs: slope(few.cpuMs, many.cpuMs) };
	const perPlan = { ms: few.ms - FEW * perFeature.ms, cpuMs: few.cpuMs - FEW * perFeature.cpuMs };
	return text(few, perPlan, perFeature);
}

function slope(few: number, many: number): number {
	return (many - few) / (MANY - FEW);
}

function text(few: Cost, perPlan: Cost, perFeature: Cost): string {
	const micro = (ms: number) => `${(1000 * ms).toFixed(0)} µs`;
	const hourMs = PLANS_AN_HOUR * few.cpuMs;
	return [
		'|Cost in n8n|Time|Processor time|',
		'|---|---|---|',
		`|A plan: webhook, get → push, data of the run saved|${time(perPlan.ms)}|${time(perPlan.cpuMs)}|`,
		`|Each feature of it|${micro(perFeature.ms)}|${micro(perFeature.cpuMs)}|`,
		'',
		`- **${count(PLANS_AN_HOUR)} plans an hour of ${FEW} features:** ${count(PLANS_AN_HOUR)} × ` +
			`(${time(perPlan.cpuMs)} + ${FEW} × ${micro(perFeature.cpuMs)}) = ` +
			`${time(hourMs)} of a processor, ${((100 * hourMs) / HOUR_MS).toFixed(1)} % of one core. One worker does ` +
			`${count(Math.floor(HOUR_MS / few.cpuMs))} such plans an hour at most.`,
		`- **${count(MILLION)} features:** ${count(MILLION)} × ${micro(perFeature.cpuMs)} = ` +
			`${time(MILLION * perFeature.cpuMs)} of a processor, and ${count(MILLION)} × ${micro(perFeature.ms)} = ` +
			`${time(MILLION * perFeature.ms)} by the clock where one plan goes after the other.`,
	].join('\n');
}
