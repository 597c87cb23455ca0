import type { INodeExecutionData, IPollFunctions } from 'n8n-workflow';
import { readPlanAnswer } from '../../service';
import { asItemFailure, asNodeError } from '../shared/item-error';
import { asJson } from '../shared/item-loop';
import { openSession, secretsOf } from '../shared/session';
import type { Session } from '../shared/session';
import { TriggerMemory } from './plan-memory';
import { comparePlan, readPlanText, watched } from './plan-comparison';
import type { PlanEvent, PlanReading } from './plan-comparison';
import { readTriggerSettings } from './trigger-settings';
import type { TriggerSettings } from './trigger-settings';

const SAMPLES = 3;

/** Polls under way, by workflow and node: n8n starts the next one even when the last takes longer. */
const underWay = new Set<string>();

/** Contexts that have polled: n8n makes a new one when it activates a workflow, and polls with it at once. */
const activated = new WeakSet<IPollFunctions>();

/**
 * What changed since the last poll, one item for each change; null when nothing did. The first poll of a
 * plan only remembers it. A plan that cannot be read keeps what is known of it.
 */
export async function pollPlans(context: IPollFunctions): Promise<INodeExecutionData[][] | null> {
	const key = JSON.stringify([context.getWorkflow().id, context.getNode().id]);
	if (context.getMode() === 'manual') return await inWords(context, sampleEvents);
	if (underWay.has(key)) return null;
	underWay.add(key);
	try {
		return await inWords(context, newEvents);
	} finally {
		underWay.delete(key);
		activated.add(context);
	}
}

async function inWords<T>(context: IPollFunctions, work: (context: IPollFunctions) => Promise<T>): Promise<T> {
	try {
		return await work(context);
	} catch (error) {
		throw asNodeError(context.getNode(), asItemFailure(error), 0);
	}
}

async function newEvents(context: IPollFunctions): Promise<INodeExecutionData[][] | null> {
	const settings = readTriggerSettings(context);
	const memory = new TriggerMemory(context.getWorkflowStaticData('node'));
	const session = await openSession(context, settings.concurrency);
	const readings = await Promise.all(
		settings.planCodes.map(async (planCode) => await readOne(session, settings, memory, planCode)),
	);
	memory.update(
		settings.planCodes,
		new Map(readings.flatMap(({ planCode, memory: now }) => (now === undefined ? [] : [[planCode, now]]))),
	);
	for (const { planCode, baseline } of readings) {
		if (baseline) context.logger.info(`Plan Features Trigger: new baseline for plan ${planCode}; nothing is reported for it this time`);
	}
	const events = readings.flatMap((reading) => reading.events);
	reportFailures(context, readings, memory, events.length);
	return events.length === 0 ? null : [events.map((event) => ({ json: asJson(event) }))];
}

async function readOne(
	session: Session,
	settings: TriggerSettings,
	memory: TriggerMemory,
	planCode: string,
): Promise<PlanReading> {
	try {
		const text = await readPlanText(session, settings, planCode);
		return comparePlan(settings, memory, planCode, text, secretsOf(session));
	} catch (error) {
		return { planCode, events: [], baseline: false, failure: asItemFailure(error) };
	}
}

/**
 * A fault that passes is met again by the next poll. A login that fails ends the poll, and with it an
 * activation; so does a plan that could never be read. Later failures show as a failed execution, unless
 * other plans have something to report now.
 * @throws ItemFailure
 */
function reportFailures(
	context: IPollFunctions,
	readings: PlanReading[],
	memory: TriggerMemory,
	eventCount: number,
): void {
	const failed = readings.filter(({ failure }) => failure !== undefined);
	if (failed.length === 0) return;
	for (const { planCode, failure } of failed) {
		context.logger.warn(`Plan Features Trigger: plan ${planCode} could not be read: ${failure?.message}`);
	}
	const isActivation = !activated.has(context);
	const fatal = failed.find(({ failure }) => failure?.isLogin === true);
	const unknown = failed.find(({ planCode, failure }) => {
		const passing = failure?.fault.kind !== 'final' && !isDenied(failure?.details.status);
		return !passing && memory.of(planCode) === undefined;
	});
	const reason = fatal ?? (isActivation ? unknown : failed[0]);
	// What was found is reported first: it is remembered already. The next poll meets the failure again.
	if (reason?.failure !== undefined && eventCount === 0) throw reason.failure;
}

function isDenied(status: number | undefined): boolean {
	return status !== undefined && status >= 400 && status < 500 && status !== 429;
}

/** Real features as they would be reported; nothing is stored. */
async function sampleEvents(context: IPollFunctions): Promise<INodeExecutionData[][] | null> {
	const settings = readTriggerSettings(context);
	const session = await openSession(context, settings.concurrency);
	const change = [...settings.events][0] ?? 'added';
	for (const planCode of settings.planCodes) {
		const features = watched(settings, readPlanAnswer(await readPlanText(session, settings, planCode), secretsOf(session)));
		const events = features.slice(0, SAMPLES).map((feature): PlanEvent => ({
			planCode,
			change,
			feature,
			...(settings.includeBefore && change !== 'added' ? { before: feature } : {}),
		}));
		if (events.length > 0) return [events.map((event) => ({ json: asJson(event) }))];
	}
	return null;
}
