/** `npx gulp build`. The steps are in `scripts/build.mjs`, which needs no gulp: `npm start` does without it. */
exports.build = async () => await import('./scripts/build.mjs');
exports.default = exports.build;
