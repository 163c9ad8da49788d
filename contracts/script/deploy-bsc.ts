/**
 * Production deployment, once, by hand:
 *   OPENMERE_DEPLOYER_KEY=0x… node contracts/script/deploy-bsc.ts plan.json
 * The plan names rpcUrl, root, payer, pauser, cold, governors, timelockDelaySec, usdt and router. Progress is kept in
 * plan.json.done, so that an interrupted deployment goes on with the same command; the address map is printed.
 */
import { existsSync } from 'node:fs';
import { open, readFile, rename } from 'node:fs/promises';
import { isAddress } from 'viem';
import type { Address, Hex } from 'viem';
import { deployAll } from './deploy.ts';

type Fields = Record<string, unknown>;

async function readFields(file: string): Promise<Fields> {
  const found: unknown = JSON.parse(await readFile(file, 'utf8'));
  if (typeof found !== 'object' || found === null || Array.isArray(found))
    throw new Error(`${file} is no JSON object`);
  return Object.fromEntries(Object.entries(found));
}

/** A checksum is demanded: a plan is typed by hand, and money is gone at a wrong address. */
function takeAddress(name: string, value: unknown): Address {
  if (typeof value === 'string' && isAddress(value, { strict: true })) return value;
  throw new Error(`${name}: ${JSON.stringify(value)} is not an address with a right checksum`);
}

function takeKey(text: string | undefined): Hex {
  if (text !== undefined && /^0x[0-9a-fA-F]{64}$/.test(text)) return `0x${text.slice(2)}`;
  throw new Error('OPENMERE_DEPLOYER_KEY must be a private key: 0x and 64 hex digits');
}

/** Written beside and renamed, so that a crash leaves the old record or the new one. */
async function saveDone(file: string, done: Record<string, Address>): Promise<void> {
  const handle = await open(`${file}.new`, 'w', 0o600);
  await handle.writeFile(`${JSON.stringify(done, null, 2)}\n`);
  await handle.sync();
  await handle.close();
  await rename(`${file}.new`, file);
}

async function main(planFile: string | undefined): Promise<void> {
  if (planFile === undefined)
    throw new Error('Usage: OPENMERE_DEPLOYER_KEY=0x… node contracts/script/deploy-bsc.ts plan.json');
  const plan = await readFields(planFile);
  const { rpcUrl, timelockDelaySec, governors } = plan;
  if (typeof rpcUrl !== 'string') throw new Error('rpcUrl: the address of a node is missing');
  if (typeof timelockDelaySec !== 'number' || !Number.isSafeInteger(timelockDelaySec)) {
    throw new Error('timelockDelaySec: a whole number of seconds is missing');
  }
  if (!Array.isArray(governors) || governors.length === 0)
    throw new Error('governors: at least one address is needed');
  const doneFile = `${planFile}.done`;
  const done: Record<string, Address> = {};
  for (const [name, value] of Object.entries(existsSync(doneFile) ? await readFields(doneFile) : {})) {
    done[name] = takeAddress(`${doneFile}: ${name}`, value);
  }
  const map = await deployAll({
    rpcUrl,
    deployerKey: takeKey(process.env.OPENMERE_DEPLOYER_KEY),
    root: takeAddress('root', plan.root),
    payer: takeAddress('payer', plan.payer),
    pauser: takeAddress('pauser', plan.pauser),
    cold: takeAddress('cold', plan.cold),
    usdt: takeAddress('usdt', plan.usdt),
    router: takeAddress('router', plan.router),
    governors: governors.map((governor) => takeAddress('governors', governor)),
    timelockDelaySec,
    dev: false,
    done,
    onStep: async (name, address) => {
      done[name] = address;
      await saveDone(doneFile, done);
    },
    log: (line) => {
      console.error(line);
    },
  });
  console.log(JSON.stringify(map, null, 2));
}

try {
  await main(process.argv[2]);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
