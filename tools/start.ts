// `npm start`: gives the server what it needs from the other rooms, and starts the house.
import { startAll } from '@openmere/server/app/all.ts';
import { startParts } from './start-parts.ts';

await startAll(startParts);
