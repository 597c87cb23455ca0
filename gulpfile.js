/** `npx gulp build`. The steps are in `tools/scripts/build.mjs`, which needs no gulp: `npm start` does without it. */
exports.build = async () => await import('./tools/scripts/build.mjs');
exports.default = exports.build;
