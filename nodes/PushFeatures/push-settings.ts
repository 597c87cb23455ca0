import { InvalidInputError } from '../shared/item-error';
import { DATA_KEY } from '../../service/plan';
import type { MatchBy } from '../../service/plan';
import type { Parameters } from '../shared/parameters';
import { requestOptionsFrom } from '../shared/request-options';
import type { RequestOptions } from '../shared/request-options';
import { author } from './push-parameters';
import { pushOptions } from './push-options';

/** How the features of one item are pushed. */
export interface PushSettings extends RequestOptions {
	author: string;
	batchSize: number;
	skipExisting: boolean;
	isolate: boolean;
	refusePhotos: boolean;
	validate: boolean;
	/** The code of a further plan whose data fields columns are named by. */
	dataFieldsFrom?: string | undefined;
	/** What makes two features the same. */
	match: MatchBy;
}

type Options = ReturnType<typeof pushOptions.read>;

/**
 * Reads the settings of each item; items without expressions in them share one object.
 * @throws InvalidInputError that names the parameter
 */
export function settingsReader(parameters: Parameters): (itemIndex: number) => PushSettings {
	let last: { options: Options; settings: PushSettings } | undefined;
	return (itemIndex) => {
		const options = pushOptions.read(parameters, itemIndex);
		const name = author.read(parameters, itemIndex);
		if (last?.options !== options || last.settings.author !== name)
			last = { options, settings: settingsFrom(options, name) };
		return last.settings;
	};
}

function settingsFrom(options: Options, name: string): PushSettings {
	return {
		...requestOptionsFrom(options),
		author: name,
		batchSize: Math.floor(options.batchSize),
		skipExisting: options.existing === 'skip',
		isolate: options.onBatchError === 'isolate',
		refusePhotos: options.photos === 'error',
		validate: options.validate,
		dataFieldsFrom: options.dataFieldsFrom,
		match: matchFrom(options),
	};
}

function matchFrom({ matchBy, matchDataField, matchMember }: Options): MatchBy {
	switch (matchBy) {
		case 'feature':
			return { by: 'feature' };
		case 'dataField': {
			const key = matchDataField.trim();
			if (DATA_KEY.test(key)) return { by: 'dataField', key };
			throw new InvalidInputError(
				key === ''
					? 'Match By is Data Field, but Match Data Field is empty'
					: 'Match Data Field must match dfld_ followed by 25 of a-z, 0-9',
				'Give the code of the data field that tells features apart, such as that of the room number.',
			);
		}
		case 'member': {
			const path = matchMember.trim();
			if (path !== '') return { by: 'member', path };
			throw new InvalidInputError(
				'Match By is Member, but Match Member is empty',
				'Name the member that tells features apart, such as id.',
			);
		}
	}
}
