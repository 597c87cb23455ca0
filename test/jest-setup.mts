import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

// n8n-core writes its settings here, and would write into the home folder otherwise.
process.env.N8N_USER_FOLDER ??= mkdtempSync(join(tmpdir(), 'plan-service-test-'));
