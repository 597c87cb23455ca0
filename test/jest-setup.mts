import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

// n8n-core writes its settings here, and would write into the home folder otherwise.
process.env.N8N_USER_FOLDER ??= mkdtempSync(join(tmpdir(), 'plan-service-test-'));

// Nodes that fail are what many tests are about: n8n's own log of them is noise.
process.env.N8N_LOG_LEVEL ??= 'silent';
