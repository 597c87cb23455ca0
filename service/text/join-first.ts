/** The first of many in words, and how many more there are: `room, zone and 3 more`. */
export function joinFirst<T>(most: number, all: readonly T[], describe: (one: T) => string, separator = ', '): string {
	const more = all.length > most ? ` and ${all.length - most} more` : '';
	return `${all
		.slice(0, most)
		.map((one) => describe(one))
		.join(separator)}${more}`;
}
