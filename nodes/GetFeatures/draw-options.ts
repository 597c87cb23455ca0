import { dataFieldParameter } from '../shared/data-field-parameter';
import { choice, flag, number, shownWhen, text } from '../shared/parameter';
import { requestOptions } from '../shared/request-options';
import { optionsOf } from '../shared/structured-parameters';
import { maxPlanSizeMegabytes } from './get-options';

export const drawOptions = shownWhen(
	{ operation: ['draw'] },
	optionsOf({
		colorBy: choice({
			displayName: 'Color By',
			name: 'colorBy',
			type: 'options',
			options: [
				{ name: 'Data Field', value: 'dataField', description: 'By the values of a data field' },
				{ name: 'Result', value: 'result', description: 'The items of Compare Features, in the colors of a diff' },
				{ name: 'Type', value: 'type', description: 'By the kinds of features' },
			],
			default: 'type',
			description: 'What the colors stand for',
		}),
		colorField: dataFieldParameter({
			displayName: 'Color Field',
			name: 'colorField',
			description: 'Data field that the colors stand for',
			typed: 'By Name or Code',
			displayOptions: { show: { colorBy: ['dataField'] } },
		}),
		labelField: dataFieldParameter({
			displayName: 'Label Field',
			name: 'labelField',
			description: 'Data field that is written into rooms and zones',
			typed: 'By Name or Code',
		}),
		legend: flag({
			displayName: 'Legend',
			name: 'legend',
			type: 'boolean',
			default: true,
			description: 'Whether to say below the plan what the colors stand for',
		}),
		maxPlanSizeMegabytes,
		outputField: text({
			displayName: 'Output Field',
			name: 'outputField',
			type: 'string',
			default: 'plan',
			description: 'Binary field that gets the picture',
		}),
		width: number({
			displayName: 'Width (Pixels)',
			name: 'width',
			type: 'number',
			typeOptions: { minValue: 100, maxValue: 3000 },
			default: 1200,
			description: 'Width of the picture. The height follows from the plan.',
		}),
		...requestOptions,
	}),
);
