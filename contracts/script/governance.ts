/** Who holds what after a deployment, rebuilt from the chain's own records. */
import { getAddress, keccak256, parseAbi, toHex, zeroHash } from 'viem';
import type { Address, Hex, PublicClient } from 'viem';
import { mnemonicToAccount } from 'viem/accounts';

const roleEvents = parseAbi([
  'event RoleGranted(bytes32 indexed role, address indexed account, address indexed sender)',
  'event RoleRevoked(bytes32 indexed role, address indexed account, address indexed sender)',
  'event RoleAdminChanged(bytes32 indexed role, bytes32 indexed previousAdminRole, bytes32 indexed newAdminRole)',
]);

export interface Governed {
  timelock: Address;
  governors: readonly Address[];
  cancellers: readonly Address[];
  payer: Address;
  pauser: Address;
  medalSigner: Address;
  /** Everything with roles besides the timelock itself, by name. */
  contracts: Readonly<
    Record<
      | 'ousd'
      | 'usdo'
      | 'membership'
      | 'treasury'
      | 'swapDesk'
      | 'liquidityDesk'
      | 'hashPowerMint'
      | 'usdoMint'
      | 'medal'
      | 'buyBack',
      Address
    >
  >;
}

type Holders = Map<Hex, Set<Address>>;

export const role = (name: string): Hex => keccak256(toHex(name));
const adminRole = zeroHash;
/** Blocks per question; halved where a node gives less. */
const LOG_SPAN = 5_000n;

/** Who must hold what, and nobody else. */
function listWanted(governed: Governed): Map<string, Holders> {
  const { timelock, governors, cancellers, payer, pauser, medalSigner, contracts } = governed;
  const set = (...addresses: Address[]) => new Set(addresses.map((one) => getAddress(one)));
  const wanted = new Map<string, Holders>();
  for (const name of Object.keys(contracts)) {
    wanted.set(
      name,
      new Map([
        [adminRole, set(timelock)],
        [role('PAUSER_ROLE'), set(pauser)],
      ]),
    );
  }
  wanted.get('treasury')?.set(role('PAYER_ROLE'), set(payer));
  wanted.get('ousd')?.set(role('MINTER_ROLE'), set(contracts.liquidityDesk));
  wanted.get('usdo')?.set(role('MINTER_ROLE'), set(contracts.usdoMint));
  wanted.get('medal')?.set(role('SIGNER_ROLE'), set(medalSigner));
  wanted.set(
    'timelock',
    new Map([
      [adminRole, set(timelock)],
      [role('PROPOSER_ROLE'), set(...governors)],
      [role('EXECUTOR_ROLE'), set(...governors)],
      [role('CANCELLER_ROLE'), set(...governors, ...cancellers)],
    ]),
  );
  return wanted;
}

async function readRoleLogs(client: PublicClient, address: Address, from: bigint) {
  const last = await client.getBlockNumber();
  const found = [];
  let span = LOG_SPAN;
  for (let start = from; start <= last;) {
    const toBlock = start + span - 1n < last ? start + span - 1n : last;
    try {
      found.push(
        ...(await client.getLogs({ address, events: roleEvents, fromBlock: start, toBlock, strict: true })),
      );
      start = toBlock + 1n;
    } catch (error) {
      if (span === 1n) throw error;
      span /= 2n;
    }
  }
  return found;
}

/** Who holds each role of a contract by its own events; the second part says what no deployment does. */
async function rebuildHolders(
  client: PublicClient,
  address: Address,
  from: bigint,
): Promise<{ holders: Holders; odd: string[] }> {
  const holders: Holders = new Map();
  const odd: string[] = [];
  for (const log of await readRoleLogs(client, address, from)) {
    if (log.eventName === 'RoleAdminChanged') {
      odd.push(`role ${log.args.role} is given by role ${log.args.newAdminRole}`);
      continue;
    }
    const held = holders.get(log.args.role) ?? new Set();
    holders.set(log.args.role, held);
    const account = getAddress(log.args.account);
    if (log.eventName === 'RoleGranted') held.add(account);
    else held.delete(account);
  }
  return { holders, odd };
}

/** Who may hold what besides, without having to: buy-backs wait for the governors to let the treasury pay them. */
function listAllowed({ contracts }: Governed): Map<string, Holders> {
  return new Map([['treasury', new Map([[role('PAYER_ROLE'), new Set([getAddress(contracts.buyBack)])]])]]);
}

function compare(name: string, found: Holders, wanted: Holders, allowed: Holders): string[] {
  const wrong: string[] = [];
  for (const which of new Set([...found.keys(), ...wanted.keys()])) {
    const has: ReadonlySet<Address> = found.get(which) ?? new Set();
    const should: ReadonlySet<Address> = wanted.get(which) ?? new Set();
    for (const holder of has)
      if (!should.has(holder) && allowed.get(which)?.has(holder) !== true)
        wrong.push(`${name}: ${holder} holds role ${which}`);
    for (const holder of should) if (!has.has(holder)) wrong.push(`${name}: ${holder} lacks role ${which}`);
  }
  return wrong;
}

/**
 * Everything that differs between who must hold which role and who does, by every event since block `from` (that of the
 * first contract): strangers, too, whom nobody thought of asking about. Empty when the timelock alone administers.
 */
export async function listRoleFaults(
  client: PublicClient,
  governed: Governed,
  from: bigint,
): Promise<string[]> {
  const wanted = listWanted(governed);
  const allowed = listAllowed(governed);
  const all = Object.entries({ ...governed.contracts, timelock: governed.timelock });
  const faults = all.map(async ([name, address]) => {
    const { holders, odd } = await rebuildHolders(client, address, from);
    return [
      ...odd.map((what) => `${name}: ${what}`),
      ...compare(name, holders, wanted.get(name) ?? new Map(), allowed.get(name) ?? new Map()),
    ];
  });
  return (await Promise.all(faults)).flat();
}

let known: Address[] | undefined;

/** The addresses of the keys that everybody knows: the default accounts of every development chain. */
export function listKnownDevAddresses(): Address[] {
  const words = 'test test test test test test test test test test test junk';
  known ??= Array.from(
    { length: 20 },
    (_, addressIndex) => mnemonicToAccount(words, { addressIndex }).address,
  );
  return known;
}
