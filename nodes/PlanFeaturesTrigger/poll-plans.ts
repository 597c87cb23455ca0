import type { INodeExecutionData, IPollFunctions } from 'n8n-workflow';
import { featuresAddress, readPlanAnswer } from '../../service';
import { read } from '../shared/call';
import { asItemFailure, asNodeError, orThrow } from '../shared/item-error';
import { asJson } from '../shared/item-loop';
import { openSession, secretsOf } from '../shared/session';
import type { Session } from '../shared/session';
import { inTurn } from './activation';
import type { Turn } from './activation';
import { comparePlan, fingerprintOf, watched } from './plan-comparison';
import type { PlanEvent, PlanReading } from './plan-comparison';
import { TriggerMemory } from './plan-memory';
import { failureOf } from './poll-failure';
import { sampleEvents } from './sample-events';
import { readTriggerSettings } from './trigger-settings';
import type { TriggerSettings } from './trigger-settings';

/**
 * What changed since the last poll, one item for each change; null when nothing did. The first poll of a
 * plan only remembers it. A plan that cannot be read keeps what is known of it.
 */
export async function pollPlans(context: IPollFunctions): Promise<INodeExecutionData[][] | null> {
	try {
		if (context.getMode() === 'manual') return await samples(context);
		return await inTurn(context, async (turn) => await newEvents(context, turn));
	} catch (error) {
		throw asNodeError(context.getNode(), asItemFailure(error));
	}
}

async function newEvents(context: IPollFunctions, turn: Turn): Promise<INodeExecutionData[][] | null> {
	const settings = readTriggerSettings(context);
	const memory = new TriggerMemory(context.getWorkflowStaticData('node'));
	const session = await openSession(context, settings.concurrency);
	const readings = await Promise.all(
		settings.planCodes.map(async (planCode) => await readOne(session, settings, memory, planCode)),
	);
	if (turn.isSuperseded()) return null;
	const failure = failureOf(readings, turn.isFirst, (planCode) => memory.of(planCode) !== undefined);
	log(context, readings);
	memory.update(
		settings.planCodes,
		new Map(readings.flatMap(({ planCode, memory: now }) => (now === undefined ? [] : [[planCode, now]]))),
	);
	const events = readings.flatMap((reading) => reading.events);
	// What was found is reported first: it is remembered already. The next poll meets the failure again.
	if (events.length > 0) return asItems(events);
	// A start without items runs no other node, but makes n8n store the baseline, as it does with an activation.
	if (!turn.isFirst && readings.some(({ baseline }) => baseline !== undefined)) return asItems([]);
	if (failure !== undefined) throw failure;
	return null;
}

async function readOne(
	session: Session,
	settings: TriggerSettings,
	memory: TriggerMemory,
	planCode: string,
): Promise<PlanReading> {
	try {
		const text = await readPlanText(session, settings, planCode);
		const fingerprint = fingerprintOf(settings, session.settings.baseUrl);
		return comparePlan(settings, memory, { planCode, text, fingerprint, secrets: secretsOf(session) });
	} catch (error) {
		return { planCode, events: [], failure: asItemFailure(error) };
	}
}

/** @throws ItemFailure */
async function readPlanText(session: Session, { request }: TriggerSettings, planCode: string): Promise<string> {
	const url = featuresAddress(session.settings.baseUrl, planCode);
	const { partnerCode, timeoutMs } = request;
	return orThrow(await read(session, { method: 'GET', url, partnerCode, timeoutMs }, request));
}

function log({ logger }: IPollFunctions, readings: PlanReading[]): void {
	for (const { planCode, baseline, failure } of readings) {
		if (failure !== undefined) logger.warn(`Plan Features Trigger: plan ${planCode} could not be read: ${failure.message}`);
		if (baseline === undefined) continue;
		const why = baseline === 'new' ? 'it is read for the first time' : 'the settings or the Base URL have changed';
		logger.info(`Plan Features Trigger: new baseline for plan ${planCode}, as ${why}; nothing is reported for it this time`);
	}
}

/** Real features as they would be reported; nothing is stored. */
async function samples(context: IPollFunctions): Promise<INodeExecutionData[][] | null> {
	const settings = readTriggerSettings(context);
	const session = await openSession(context, settings.concurrency);
	for (const planCode of settings.planCodes) {
		const text = await readPlanText(session, settings, planCode);
		const events = sampleEvents(settings, planCode, watched(settings, readPlanAnswer(text, secretsOf(session))));
		if (events.length > 0) return asItems(events);
	}
	return null;
}

function asItems(events: PlanEvent[]): INodeExecutionData[][] {
	return [events.map((event) => ({ json: asJson(event) }))];
}
