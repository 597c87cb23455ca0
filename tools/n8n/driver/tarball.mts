import path from 'node:path';

import { projectRoot } from './host-folder.mts';

/** The package as a user installs it; `npm start` and `npm test` pack it anew. */
export const tarball = path.join(projectRoot, '.cache', 'pack', 'n8n-nodes-plan-service.tgz');
