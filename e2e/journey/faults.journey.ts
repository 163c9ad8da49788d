import { expect, test } from '@playwright/test';
import type { FaultNode } from '../../tools/fault/fault-node.ts';
import { journeyFaults, REORGANISATIONS, SILENCE } from '../../tools/fault/kinds.ts';
import { checkAgainstChain } from '../job/fault-check.ts';
import {
  approveAll,
  askOut,
  inTurn,
  keepMining,
  makeMembers,
  putIn,
  withdrawUsdt,
} from '../job/fault-load.ts';
import type { LoadMember } from '../job/fault-load.ts';
import { keepLogs } from '../stack/keep-logs.ts';
import { contractOf } from '../stack/market.ts';
import { callAt, until } from '../stack/member-api.ts';
import { loginOperator } from '../stack/operators.ts';
import { startStack } from '../stack/stack.ts';
import type { Stack } from '../stack/stack.ts';

/** Deposits, and as many withdrawals, under each fault: few here, 200 by `node tools/fault/long.ts`. */
const each = Number(process.env['OPENMERE_FAULT_EACH'] ?? 3);
const membersCount = Math.min(each, 20);
const perMember = Math.ceil(each / membersCount);
/** How long a fault lasts at least. */
const faultMs = each > 20 ? 60_000 : 4_000;
/** Nothing waits longer than the fault lasts and a minute. */
const healedWithinMs = 60_000;
const reorgEveryMs = 1_500;
/** One of each depth. */
const reorgsLeast = 3;
/** When at the latest it is said that nothing goes on: a loop is late after half a minute. */
const saidWithinMs = 45_000;

type Faults = Parameters<FaultNode['set']>[0];
type FaultKind = keyof Faults;

let stack: Stack;
let members: LoadMember[];
let operator: string;
let background: AbortController;
let running: Promise<unknown>;
keepLogs(() => stack);

test.beforeAll(async () => {
  test.setTimeout(300_000);
  stack = await startStack({ OPENMERE_CONFIRMATIONS: '5' }, 1);
  operator = await loginOperator(stack.facts, 0);
  members = await makeMembers(
    stack,
    membersCount,
    String(Number(withdrawUsdt) * perMember * (Object.keys(journeyFaults).length + 2)),
  );
  background = new AbortController();
  running = Promise.all([
    keepMining(stack, background.signal),
    approveAll(stack, operator, background.signal),
  ]);
  // A failure there fails the test that waits for what does not come; here it must not end the worker.
  running.catch(() => undefined);
  await settled('the first deposits', 120_000);
});
test.afterAll(async () => {
  background?.abort();
  await running;
  await stack?.stop();
});

/** Everybody puts in and asks, side by side; one member one after the other. */
async function load(): Promise<void> {
  const signal = AbortSignal.timeout(healedWithinMs * 5);
  await Promise.all(
    members.map(async (member) => {
      for (let count = 0; count < perMember; count += 1) {
        await Promise.all([putIn(stack, member, signal), askOut(stack, member, signal)]);
      }
    }),
  );
}

/** What a member still waits for, of what they put in and asked for; undefined when nothing. */
async function findWaiting({
  person,
  address,
  deposits,
  withdrawals,
}: LoadMember): Promise<string | undefined> {
  const into = (await person.call('Wallet/Deposits', { pageSize: 1000 })).list;
  const out = (await person.call('Wallet/Withdrawals', { pageSize: 1000 })).list;
  const credited = into.filter((row) => row.status === 'credited').length;
  const confirmed = out.filter((row) => row.status === 'confirmed').length;
  if (credited >= deposits && into.length <= credited && confirmed >= withdrawals) return undefined;
  const open = [...into, ...out].filter(({ status }) => status !== 'credited' && status !== 'confirmed');
  const rows = open.map(({ id, status, description }) => `${id} ${status} ${description}`);
  return `${address}: ${credited} of ${deposits} credited, ${confirmed} of ${withdrawals} confirmed; ${rows.join('; ')}`;
}

/** Waits until all that was put in is credited and all that was asked for is confirmed. */
async function settled(what: string, withinMs: number): Promise<void> {
  let waiting: string | undefined;
  await until(
    what,
    async () => {
      for (const member of members) {
        waiting = await findWaiting(member);
        if (waiting !== undefined) return false;
      }
      return true;
    },
    withinMs,
    300,
  ).catch(async (error: unknown) => {
    throw new Error(`${String(error)}: ${waiting}; ${await describeWaiting()}`);
  });
}

/** What is not done, and what the signer says that it waits for. */
async function describeWaiting(): Promise<string> {
  const { list } = await callAt(stack.facts.consoleUrl, 'Admin/Withdrawals', { pageSize: 1000 }, operator);
  return list
    .filter((row) => row.status !== 'confirmed')
    .map((row) => `${row.id} ${row.status} ${row.waits ?? ''} ${row.reason ?? ''}`)
    .join('; ');
}

/** All that waited for the end of a fault is done soon after it. */
async function settledAfter(name: string): Promise<void> {
  const healed = Date.now();
  await settled(`everything after ${name}`, healedWithinMs);
  const seconds = ((Date.now() - healed) / 1000).toFixed(1);
  console.log(
    `under ${name}: ${perMember * members.length} deposits and withdrawals, done ${seconds} s after it`,
  );
}

async function struck(kind: FaultKind): Promise<number> {
  const [node] = stack.nodes;
  return (await node?.counts())?.[kind] ?? 0;
}

for (const [name, faults] of Object.entries(journeyFaults)) {
  test(`behavior: under ${name}, nothing fails, doubles, is lost or waits for good`, async () => {
    test.setTimeout(faultMs + 6 * healedWithinMs);
    const [kind] = Object.keys(faults) as [FaultKind];
    const before = await struck(kind);
    const over = Date.now() + faultMs;
    await stack.nodes[0]?.set(faults);
    await load();
    await until('the fault to have lasted', async () => Date.now() > over, faultMs);
    // A fault that never struck proves nothing; what it strikes at may come late on a busy machine.
    await until(`${name} to strike`, async () => (await struck(kind)) > before, healedWithinMs);
    await stack.nodes[0]?.set({});
    await settledAfter(name);
    await checkAgainstChain(stack, members, operator);
  });
}

test(`behavior: under ${REORGANISATIONS}, nothing fails, doubles, is lost or waits for good`, async () => {
  test.setTimeout(faultMs + 6 * healedWithinMs);
  const over = Date.now() + faultMs;
  const lost = [contractOf(stack.facts, 'treasury')];
  let reorgs = 0;
  const loading = load();
  while (Date.now() < over || reorgs < reorgsLeast) {
    const depth = (reorgs % 3) + 1;
    await inTurn(async () => stack.nodes[0]?.reorg(depth, lost));
    reorgs += 1;
    await new Promise((resolve) => setTimeout(resolve, reorgEveryMs));
  }
  await loading;
  await settledAfter(REORGANISATIONS);
  await checkAgainstChain(stack, members, operator);
});

test(`behavior: under ${SILENCE}, what waits says so, and nothing fails, doubles, is lost or waits for good`, async () => {
  test.setTimeout(faultMs + saidWithinMs + 6 * healedWithinMs);
  const { url, consoleUrl } = stack.facts;
  const over = Date.now() + faultMs;
  await stack.nodes[0]?.set({ tooMany: {} });
  const loading = load();
  loading.catch(() => undefined);
  const isSaid = async () => {
    const { health, loops } = await callAt(url, 'index', {});
    return health === 'degraded' && loops.some((loop) => loop.name === 'chain-poll' && loop.late);
  };
  await until('the banner to say so', isSaid, saidWithinMs);
  const health = await callAt(consoleUrl, 'Admin/Health', {}, operator);
  expect(health.chain.problem).toContain('chain.');
  expect(health.chain.lagms).toBeGreaterThan(20_000);
  await until('the silence to have lasted', async () => Date.now() > over, faultMs);
  await stack.nodes[0]?.set({});
  await loading;
  await settledAfter(SILENCE);
  await checkAgainstChain(stack, members, operator);
  await until(
    'the banner to be fine',
    async () => (await callAt(url, 'index', {})).health === 'ok',
    healedWithinMs,
  );
});
