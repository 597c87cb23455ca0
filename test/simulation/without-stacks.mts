// The stacks of errors that are part of a history cost more than the rest of it. This comes before n8n's errors are
// loaded, which look for the place that made them, and throw where there is no stack.
import { Module, createRequire } from 'node:module';

Error.stackTraceLimit = 0;
const require = createRequire(import.meta.url);
const place = { getFileName: () => undefined };
const callsites = require.resolve('callsites', { paths: [require.resolve('n8n-workflow')] });
require.cache[callsites] = Object.assign(new Module(callsites), { exports: () => [place, place, place], loaded: true });
