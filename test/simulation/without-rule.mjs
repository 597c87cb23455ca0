import swcJest from '@swc/jest';

const { file, from, to } = JSON.parse(process.env.MUTANT);

/** Compiles as in all tests, but for the mutant's file without its rule. */
function createTransformer(options) {
	const swc = swcJest.createTransformer(options);
	const mutated = (source, name) => (name.endsWith(`/${file}`) ? source.replace(from, () => to) : source);
	return {
		...swc,
		process: (source, name, more) => swc.process(mutated(source, name), name, more),
		getCacheKey: (source, name, more) => swc.getCacheKey(mutated(source, name), name, more),
	};
}

export default { createTransformer };
