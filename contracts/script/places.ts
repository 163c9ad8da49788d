import path from 'node:path';
import { fileURLToPath } from 'node:url';

/** The `contracts` room, wherever the caller stands. */
export const contractsFolder = fileURLToPath(new URL('..', import.meta.url));
/** One folder per state of the sources, in it one JSON file per contract, by contract name. */
export const buildFolder = path.join(builtContracts(), 'cache', 'build');
/** In the checkout, or where `OPENMERE_BUILD` says that what is built goes (the checkout may be read-only). */
function builtContracts(): string {
  const elsewhere = process.env['OPENMERE_BUILD'];
  return elsewhere ? path.join(elsewhere, 'contracts') : contractsFolder;
}

/** Where the typed ABIs are generated. */
export const abiFolder = path.join(contractsFolder, '..', 'core', 'src', 'chain', 'abi');
