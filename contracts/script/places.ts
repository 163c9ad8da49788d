import path from 'node:path';
import { fileURLToPath } from 'node:url';

/** The `contracts` room, wherever the caller stands. */
export const contractsFolder = fileURLToPath(new URL('..', import.meta.url));
/** One JSON file per contract, by contract name. */
export const buildFolder = path.join(contractsFolder, 'cache', 'build');
/** Hash of what the build folder was made from. */
export const stampFile = path.join(contractsFolder, 'cache', 'build.sha256');
/** Where the typed ABIs are generated. */
export const abiFolder = path.join(contractsFolder, '..', 'core', 'src', 'chain', 'abi');
