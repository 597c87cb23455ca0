/** `npx gulp build`. The steps are in `scripts/build.mjs`, which needs no gulp, so that `npm start` need not install it. */
exports.build = async () => await import('./scripts/build.mjs');
exports.default = exports.build;
