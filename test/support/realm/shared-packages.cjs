const { createRequire } = require('node:module');
const path = require('node:path');
const { default: Runtime } = require('jest-runtime');

/**
 * Loads packages by Node, once for each worker, and our own files anew for each test file: n8n-core with all that it
 * needs takes longer than most test files. For this a test file has to be in Node's realm (`one-realm.mts`). One that
 * needs a package to itself says `@jest-environment node`.
 */
module.exports = class SharedPackages extends Runtime {
	requireModule(from, name, options, isActual) {
		const isShared = this._environment.global === globalThis && isPackage(name) && !options?.isInternalModule;
		return isShared ? createRequire(from)(name) : super.requireModule(from, name, options, isActual);
	}
};

const isPackage = (name) => name !== undefined && !name.startsWith('.') && !path.isAbsolute(name);
