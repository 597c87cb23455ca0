import vm from 'node:vm';
import type { CompileFunctionOptions, Context } from 'node:vm';
import type { EnvironmentContext, JestEnvironmentConfig } from '@jest/environment';
import NodeEnvironment from 'jest-environment-node';

/** Stands for the realm of the process, where Jest asks for one of its own. */
const realm: Context = vm.createContext({});

const { compileFunction } = vm;
vm.compileFunction = (code: string, parameters?: readonly string[], options: CompileFunctionOptions = {}) =>
	compileFunction(
		code,
		parameters,
		options.parsingContext === realm ? { ...options, parsingContext: undefined } : options,
	);

/** What a file may change for those after it in the same worker. */
const SHARED = () => [globalThis, process.env, Math, Date, performance, AbortSignal, console];

type Members = [object, PropertyDescriptorMap];

/**
 * Runs test files in the realm of the worker itself, one after the other, so that they share what `shared-packages`
 * loads for all of them. What a file changes of the realm is put back at its end.
 */
export default class OneRealm extends NodeEnvironment {
	private readonly before: Members[];

	constructor(config: JestEnvironmentConfig, context: EnvironmentContext) {
		super(config, context);
		this.before = SHARED().map((object) => [object, Object.getOwnPropertyDescriptors(object)]);
		this.global = globalThis as unknown as typeof this.global;
	}

	override getVmContext(): Context {
		return realm;
	}

	override async teardown(): Promise<void> {
		for (const [object, members] of this.before) putBack(object, members);
		await super.teardown();
	}
}

function putBack(object: object, members: PropertyDescriptorMap): void {
	for (const name of Reflect.ownKeys(object)) if (!Object.hasOwn(members, name)) Reflect.deleteProperty(object, name);
	for (const name of Reflect.ownKeys(members)) {
		const now = Object.getOwnPropertyDescriptor(object, name);
		const then = members[name as string];
		if (now?.value !== then.value || now?.get !== then.get) Object.defineProperty(object, name, then);
	}
}
