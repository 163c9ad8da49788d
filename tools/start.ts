// `npm start`: gives the server what it needs from the other rooms, and starts everything.
import { accessSync, constants } from 'node:fs';
import { join, resolve } from 'node:path';
import { startAll } from '@openmere/server/app/all.ts';
import { root } from './suite/program.ts';

/** Where the checkout is read-only, what is built from it goes to the data folder. */
function chooseBuildFolder(): void {
  try {
    accessSync(root, constants.W_OK);
  } catch {
    process.env['OPENMERE_BUILD'] ||= join(resolve(process.env['OPENMERE_DATA'] || './data'), 'build');
  }
}

chooseBuildFolder();
// Read after the folder is chosen: the builders look at it when they are loaded.
const { startParts } = await import('./start-parts.ts');
await startAll(startParts);
