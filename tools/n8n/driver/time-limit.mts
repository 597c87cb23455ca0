/** A wait for n8n or its editor ends after so long: what takes a quiet machine a moment may take a busy one minutes. */
export const TIME_LIMIT_MS = 180_000;
