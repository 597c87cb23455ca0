import { dataFieldsOf, dataValueOf, identityOf, isEmptyValue } from '../../service/plan';
import type { AmbiguousMatch, Feature, IdentifyingMatch, Lead } from '../../service/plan';
import { inertText, joinFirst, memo } from '../../service/text';
import type { InputFeature } from './input-features';

const MAX_LABELS = 5;
const MAX_KEYS = 5;
const MAX_TITLE = 60;

/** Why it can't be known what inputs are on a plan, in words. */
export class MatchReasons {
	/** The names that the plan, or else the inputs, give data fields. */
	private readonly names = memo(() => {
		const inputs = this.inputs.map(({ feature = {} }) => feature);
		return new Map([...dataFieldsOf(inputs), ...dataFieldsOf(this.plan)]);
	});

	private readonly label = memo(() => this.labelOfColumns());

	/** @param labelOf what an input is called */
	constructor(
		private readonly inputs: ReadonlyArray<Pick<InputFeature, 'feature' | 'as'>>,
		private readonly plan: readonly Feature[],
		private readonly columns: readonly IdentifyingMatch[],
		private readonly labelOf: (index: number) => string,
	) {}

	/** As a predicate, such as "has Number 7, which 2 features of the plan have". */
	reasonOf(index: number, match: AmbiguousMatch): string {
		const { feature = {}, as } = this.inputs[index];
		switch (match.cause) {
			case 'noContent':
				return 'says nothing by which it could be known';
			case 'noValue': {
				const empty = this.columns.filter((column) => identityOf(feature, column) === undefined);
				return `has no value in ${this.labelOfColumns(empty)}, by which features are matched`;
			}
			case 'severalFeatures': {
				const { length } = match.candidates;
				return `has ${this.label()} ${this.valuesOf(feature)}, which ${length} features of the plan have`;
			}
			case 'otherFeature':
				return match.leads.map((lead) => this.sayingOf(lead, feature)).join(', but ');
			case 'givenTwice': {
				const { inputs, candidates } = match;
				if (candidates.length > 0) return `is the same feature of the plan as ${this.labelOf(inputs[0])}; give it once`;
				const labels = joinFirst(MAX_LABELS, inputs, this.labelOf);
				return `is new, and given ${inputs.length} times (${labels}); give it once`;
			}
			case 'key': {
				const by = match.keyFields.length === 0 ? ` with ${this.nameOf(match.field)}` : '';
				const title = `${inertText(String(this.plan[match.candidates[0]].type))}${by}`;
				const value = quoted(String(dataValueOf(feature, match.field)));
				return `is new, but ${title} ${value} is on the plan: ${this.adviceOf(match.keyFields, as)}`;
			}
		}
	}

	private adviceOf(keyFields: readonly string[], as: InputFeature['as']): string {
		const [field, ...others] = keyFields.map((key) => this.nameOf(key));
		if (field === undefined) return 'if it is another one, push it alone with Push Anyway';
		const way = as === 'json' ? 'split the list into items first, then choose' : 'choose';
		const names = joinFirst(MAX_KEYS, others, String);
		const choice = others.length === 0 ? '' : `, or ${names}: the one that identifies features`;
		return `${way} ${field} under Match By${choice}`;
	}

	private sayingOf({ by, at }: Lead, input: Feature): string {
		if (at === undefined) return `is new by ${this.label()} ${this.valuesOf(input)}`;
		const title = this.titleOf(this.plan[at]) ?? `feature ${at + 1} of the plan`;
		if (by === 'columns') return `is ${title} by ${this.label()}`;
		return by === 'content' ? `equals ${title}: the service makes ${this.label()} itself` : `has the ${by} of ${title}`;
	}

	private titleOf(feature: Feature): string | undefined {
		const isKnown = this.columns.length > 0 && this.columns.every((one) => identityOf(feature, one) !== undefined);
		if (isKnown) return this.valuesOf(feature);
		const title = isEmptyValue(feature.name) ? feature.number : feature.name;
		return typeof title === 'string' || typeof title === 'number' ? quoted(String(title)) : undefined;
	}

	private valuesOf(feature: Feature): string {
		return quoted(this.columns.map((column) => identityOf(feature, column) ?? '').join(', '));
	}

	private labelOfColumns(columns = this.columns): string {
		const labels = columns.map((one) => (one.by === 'property' ? inertText(one.path) : this.nameOf(one.key)));
		return labels.join(' and ');
	}

	private nameOf(key: string): string {
		return inertText(this.names().get(key) ?? '') || key;
	}
}

function quoted(value: string): string {
	return inertText(value).slice(0, MAX_TITLE);
}
