/** The plan of a production deployment and the record of what it has done. */
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { open, readFile, rename, stat } from 'node:fs/promises';
import { isAddress } from 'viem';
import type { Address, Hex } from 'viem';

type Fields = Record<string, unknown>;

/** What a person decided; `rpcUrl` is not part of it. */
export interface Plan {
  chainId: number;
  root: Address;
  payer: Address;
  pauser: Address;
  medalSigner: Address;
  cold: Address;
  governors: Address[];
  cancellers: Address[];
  timelockDelaySec: number;
  usdt: Address;
  router: Address;
}

/** What was done, for which plan, and from which block on its events are to be read. */
export interface DeployRecord {
  plan: string;
  fromBlock: bigint;
  done: Record<string, Address>;
}

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

function takeAddresses(name: string, value: unknown): Address[] {
  if (!Array.isArray(value) || value.length === 0) throw new Error(`${name}: at least one address is needed`);
  return value.map((one) => takeAddress(name, one));
}

function takeWhole(name: string, value: unknown): number {
  if (typeof value === 'number' && Number.isSafeInteger(value) && value >= 0) return value;
  throw new Error(`${name}: a whole number is missing`);
}

/** Reads a plan; throws one sentence that names what is missing or wrong. */
export async function readPlan(file: string): Promise<{ plan: Plan; rpcUrl: string }> {
  const fields = await readFields(file);
  const { rpcUrl } = fields;
  if (typeof rpcUrl !== 'string') throw new Error('rpcUrl: the address of a node is missing');
  const plan: Plan = {
    chainId: takeWhole('chainId', fields.chainId),
    root: takeAddress('root', fields.root),
    payer: takeAddress('payer', fields.payer),
    pauser: takeAddress('pauser', fields.pauser),
    medalSigner: takeAddress('medalSigner', fields.medalSigner),
    cold: takeAddress('cold', fields.cold),
    governors: takeAddresses('governors', fields.governors),
    cancellers: takeAddresses('cancellers', fields.cancellers),
    timelockDelaySec: takeWhole('timelockDelaySec', fields.timelockDelaySec),
    usdt: takeAddress('usdt', fields.usdt),
    router: takeAddress('router', fields.router),
  };
  return { plan, rpcUrl };
}

/** SHA-256 over the plan in a fixed order of its fields. */
export function hashPlan(plan: Plan): string {
  const ordered = Object.entries(plan).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return createHash('sha256').update(JSON.stringify(ordered)).digest('hex');
}

/**
 * The record beside the plan, or a new one. Throws when it was made for another plan: what stands on the chain has the
 * old cold address, root or limits, and nothing that is kept can be given new ones.
 */
export async function openRecord(file: string, plan: string, head: bigint): Promise<DeployRecord> {
  if (!existsSync(file)) return { plan, fromBlock: head, done: {} };
  const { plan: known, fromBlock, ...steps } = await readFields(file);
  if (known !== plan) {
    throw new Error(
      `${file} belongs to another plan (${String(known)}, this one is ${plan}): put the old plan back, or begin anew without the record.`,
    );
  }
  const done: Record<string, Address> = {};
  for (const [name, value] of Object.entries(steps)) done[name] = takeAddress(`${file}: ${name}`, value);
  if (typeof fromBlock !== 'string' || !/^\d+$/.test(fromBlock))
    throw new Error(`${file}: fromBlock is no block number`);
  return { plan, fromBlock: BigInt(fromBlock), done };
}

/** Written beside and renamed, so that a crash leaves the old record or the new one. */
export async function saveRecord(file: string, { plan, fromBlock, done }: DeployRecord): Promise<void> {
  const handle = await open(`${file}.new`, 'w', 0o600);
  await handle.writeFile(`${JSON.stringify({ plan, fromBlock: String(fromBlock), ...done }, null, 2)}\n`);
  await handle.sync();
  await handle.close();
  await rename(`${file}.new`, file);
}

/** A private key out of a file of its owner alone: never from the command line, whose words others see. */
export async function readDeployerKey(file: string): Promise<Hex> {
  const found = await stat(file).catch(() => undefined);
  if (found === undefined) throw new Error(`${file}: there is no key file (OPENMERE_DEPLOYER_KEY_FILE)`);
  if ((found.mode & 0o077) !== 0) throw new Error(`${file} can be read by others: chmod 600 it`);
  const text = (await readFile(file, 'utf8')).trim();
  if (/^0x[0-9a-fA-F]{64}$/.test(text)) return `0x${text.slice(2)}`;
  throw new Error(`${file} must hold a private key: 0x and 64 hex digits`);
}
