// `npm start`: gives the server what it needs from the other rooms, and starts the house.
import { startAll } from '@openmere/server/app/all.ts';
import { seedInstallation } from '@openmere/server/app/seed.ts';
import { buildApps } from './build-apps.ts';
import { compileContracts, deployDevelopment } from './deploy-development.ts';

await startAll({
  compile: compileContracts,
  deploy: deployDevelopment,
  build: buildApps,
  seed: seedInstallation,
});
