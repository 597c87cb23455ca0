/** Below the base address, where the sandbox has its authentication service. */
export const AUTH_PATH = '/auth';
