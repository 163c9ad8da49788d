/** Writes the gas snapshot anew: `hardhat run script/renew-gas.ts`. Look at the difference before committing it. */
import { writeFile } from 'node:fs/promises';
import { measureGas, snapshotFile } from './measure-gas.ts';

const snapshot = await measureGas();
await writeFile(snapshotFile, `${JSON.stringify(snapshot, null, 2)}\n`);
console.log(`Wrote ${Object.keys(snapshot).length} figures to ${snapshotFile}`);
