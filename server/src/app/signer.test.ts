import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { anvilKeys } from '../platform/chain/test-anvil.ts';
import { inTransaction } from '../platform/db/connect.ts';
import { openTestContext } from '../test/context.ts';
import type { TestContext } from '../test/context.ts';
import { addMember, addOperator } from '../test/people.ts';
import { request } from '../test/withdrawals.ts';
import { decideWithdrawal } from '../withdrawal/decide.ts';
import { startPayouts } from '../withdrawal/test-payout.ts';
import type { Payouts } from '../withdrawal/test-payout.ts';

let context: TestContext;
let payouts: Payouts;
let folder: string;
let keyFile: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'openmere-signer-'));
  keyFile = join(folder, 'signer.key');
  await writeFile(keyFile, `${anvilKeys[2]}\n`, { mode: 0o600 });
  context = await openTestContext();
  payouts = await startPayouts(context);
}, 60_000);
afterAll(async () => {
  await payouts.close();
  await context.close();
  await rm(folder, { recursive: true, force: true });
});

type Running = { child: ChildProcess; exit: Promise<number | null>; text: () => string };

function start(change: Record<string, string> = {}): Running {
  const file = join(import.meta.dirname, 'signer.ts');
  let text = '';
  const child = spawn(process.execPath, [file], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      PATH: process.env['PATH'],
      OPENMERE_DATA: folder,
      DATABASE_URL: context.clone.urlOf('signer'),
      OPENMERE_CHAIN_RPC: payouts.anvil.url,
      OPENMERE_CHAIN_ID: '31337',
      OPENMERE_CONTRACTS: JSON.stringify(payouts.contracts),
      OPENMERE_SIGNER_KEY_FILE: keyFile,
      ...change,
    },
  });
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk: Buffer) => (text += chunk.toString()));
  const exit = new Promise<number | null>((resolve) => child.once('exit', (code) => resolve(code)));
  return { child, exit, text: () => text };
}

async function until(condition: () => Promise<boolean>): Promise<void> {
  const limit = Date.now() + 20_000;
  while (!(await condition())) {
    if (Date.now() > limit) throw new Error('it did not come to pass within 20 s');
    await wait(50);
  }
}

test('refuses: a key file that others can read, one without a key, wrong limits: one sentence and the end', async () => {
  const open = join(folder, 'open.key');
  await writeFile(open, anvilKeys[2]);
  await chmod(open, 0o644);
  const readable = start({ OPENMERE_SIGNER_KEY_FILE: open });
  expect(await readable.exit).toBe(1);
  expect(readable.text()).toContain('chmod 600');
  const none = start({ OPENMERE_SIGNER_KEY_FILE: '/dev/null' });
  expect(await none.exit).toBe(1);
  expect(none.text()).toContain('does not hold a private key');
  await writeFile(join(folder, 'signer-policy.json'), '{"perHour":"much"}');
  const wrong = start();
  expect(await wrong.exit).toBe(1);
  expect(wrong.text()).toContain('perHour');
  await rm(join(folder, 'signer-policy.json'));
  for (const running of [readable, none, wrong]) expect(running.text()).not.toContain(anvilKeys[2].slice(2));
}, 60_000);

test('refuses: in production a database over a network in plain, before it reads its key', async () => {
  const databaseUrl = 'postgres://signer:u7Fq2nPz0xT5@db.internal/openmere';
  const plain = start({ OPENMERE_ENV: 'production', DATABASE_URL: databaseUrl });
  expect(await plain.exit).toBe(1);
  expect(plain.text()).toContain('DATABASE_URL: members’ data may cross the network unencrypted');
  expect(plain.text()).not.toContain('u7Fq2nPz0xT5');
});

test('behavior: signs what is approved while it runs, keeps to the limits in its file, stops at SIGTERM', async () => {
  await writeFile(join(folder, 'signer-policy.json'), '{"perTransaction":"50"}');
  const running = start();
  const operator = await addOperator(context);
  const approve = async (amount: string): Promise<string> => {
    const { id } = await request(context, await addMember(context, { coins: 100 }), amount);
    await inTransaction(context.db, (tx) =>
      decideWithdrawal({ tx, actor: operator }, { id, decision: 'approve', reason: 'looked at it' }),
    );
    return id;
  };
  const small = await approve('20');
  const large = await approve('60');
  const rowOf = (id: string) =>
    context.db
      .selectFrom('withdrawal')
      .select(['status', 'blocked'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
  await until(async () => (await rowOf(small)).status === 'sending');
  await until(async () => (await rowOf(large)).blocked === 'cap: transaction');
  running.child.kill('SIGTERM');
  expect(await running.exit).toBe(0);
  expect(running.text()).not.toContain(anvilKeys[2].slice(2));
}, 60_000);

test('behavior: signing payouts, permits and buy-backs at the same moment, no job waits for the connection of another', async () => {
  const permitKey = join(folder, 'permit.key');
  await writeFile(permitKey, `${anvilKeys[3]}\n`, { mode: 0o600 });
  await rm(join(folder, 'signer-policy.json'), { force: true });
  const nowhere = '0x00000000000000000000000000000000000000aa';
  const running = start({
    OPENMERE_CONTRACTS: JSON.stringify({ ...payouts.contracts, medal: nowhere, buyBack: nowhere }),
    OPENMERE_PERMIT_KEY_FILE: permitKey,
  });
  const jobs = ['payout-sign', 'permit-sign', 'buy-back-sign'];
  const since = Date.now();
  await until(async () => {
    const { rows } = await sql`select from job_run where name = any(${jobs})
      and started_at > ${new Date(since + 3_000)} and finished_at >= started_at`.execute(context.db);
    return rows.length === jobs.length;
  });
  running.child.kill('SIGTERM');
  expect(await running.exit).toBe(0);
  expect(running.text()).not.toContain('job failed');
}, 60_000);
