import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { eventTopics, formatAddressWord } from '@openmere/core/chain/events.ts';
import { sql } from 'kysely';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { mailAlarms } from '../operator/alarm-mail.ts';
import { governanceHandlers } from '../operator/on-chain.ts';
import type { Hex } from '../platform/chain/log.ts';
import { inTransaction } from '../platform/db/connect.ts';
import { pauseHandlers } from '../setting/on-chain.ts';
import { listPauses } from '../setting/pause-store.ts';
import { forgetSettings } from '../setting/read.ts';
import { writeSetting } from '../setting/write.ts';
import { catchUp } from '../test/context.ts';
import { happen, newHash, openScriptedContext } from '../test/scripted-context.ts';
import type { Emitted, ScriptedContext } from '../test/scripted-context.ts';

const address = (digit: string): Hex => `0x${digit.repeat(40)}`;
const [treasury, desk, timelock, thief] = ['a', 'b', 'c', 'd'].map(address) as [Hex, Hex, Hex, Hex];
const word = (digit: string): Hex => `0x${digit.repeat(64)}`;
const said: string[] = [];
const log = pino({ level: 'fatal' }, { write: (line: string) => void said.push(line) });

let context: ScriptedContext;
beforeAll(async () => {
  context = await openScriptedContext({ treasury }, (chainId) => [
    ...governanceHandlers({ chainId, log }),
    ...pauseHandlers(),
  ]);
}, 60_000);
afterAll(() => context.close());

function emit(contract: Hex, topics: Hex[], txHash = newHash()): Emitted {
  return { txHash, address: contract, topics, data: '0x' };
}
const granted = (role: Hex, to: Hex): Hex[] => [
  eventTopics.roleGranted,
  role,
  formatAddressWord(to),
  formatAddressWord(treasury),
];
async function configure(contracts: Record<string, Hex>): Promise<void> {
  await inTransaction(context.owner, (tx) =>
    writeSetting(
      { tx },
      { name: 'chainContracts', text: JSON.stringify(contracts), changedBy: 'installation' },
    ),
  );
  forgetSettings();
}
const alarms = async (): Promise<string[]> => {
  const { rows } = await sql<{ said: string }>`select contract || ' ' || event || ' ' || object as said
    from governance_event where alarmed order by block_number, log_index`.execute(context.db);
  return rows.map((row) => row.said);
};

test('refuses: to be silent about what a contract said before it was known, its administrator included', async () => {
  const deployment = newHash();
  await happen(
    context,
    emit(desk, granted(word('0'), timelock), deployment),
    emit(desk, granted(word('8'), thief), deployment),
  );
  await happen(context, emit(desk, granted(word('9'), thief)));
  await happen(context, emit(timelock, [eventTopics.callScheduled, word('7'), word('0')]));
  await happen(context, emit(desk, [eventTopics.paused]));
  expect(await alarms()).toEqual([]);
  await configure({ treasury, swapDesk: desk });
  // The first that is heard of it is not its deployment.
  await happen(context, emit(desk, granted(word('6'), thief)));
  await catchUp(context.follower());
  expect(await alarms()).toEqual([
    `${desk} RoleGranted ${thief}`,
    `${timelock} CallScheduled ${word('0')}`,
    `${desk} RoleGranted ${thief}`,
  ]);
  expect(said).toHaveLength(3);
  const paused = await listPauses(context.db, context.chain.chainId);
  expect(paused).toMatchObject([
    { contract: desk, since: new Date((context.chain.blocks[10]?.time ?? 0) * 1_000) },
  ]);
});

test('refuses: to mail nobody of what a late contract said long ago, or twice', async () => {
  // No block of it is new by then.
  const now = new Date(Date.now() + 10 * 86_400_000);
  expect(await mailAlarms({ db: context.db, now }, ['ops@openmere.test'])).toBe(3);
  expect(await mailAlarms({ db: context.db, now }, ['ops@openmere.test'])).toBe(0);
});

test('refuses: to pass over what a contract said while it was not in the configuration', async () => {
  await configure({ treasury });
  await happen(context);
  await happen(context, emit(desk, granted(word('5'), thief)), emit(desk, [eventTopics.unpaused]));
  await configure({ treasury, swapDesk: desk });
  await catchUp(context.follower());
  await happen(context);
  expect((await alarms()).at(-1)).toBe(`${desk} RoleGranted ${thief}`);
  expect(await alarms()).toHaveLength(4);
  expect(await listPauses(context.db, context.chain.chainId)).toEqual([]);
});

test('behavior: what was known when this was new has been read; what comes then has not', async () => {
  const file = join(import.meta.dirname, '../migrations/0802-contracts-by-themselves.sql');
  await sql`delete from chain_handler`.execute(context.owner);
  await sql`insert into chain_handler (chain_id, handler, next_block) values
    (${context.chain.chainId}, 'governance', null), (${context.chain.chainId}, 'contract-paused', 3)`.execute(
    context.owner,
  );
  await sql.raw(await readFile(file, 'utf8')).execute(context.owner);
  const { rows } = await sql<{ handler: string; next: bigint | null }>`
    select handler, next_block as next from chain_handler where handler like '% %' order by 1`.execute(
    context.db,
  );
  expect(rows).toEqual([
    { handler: `contract-paused ${treasury}`, next: 3n },
    { handler: `contract-paused ${desk}`, next: 3n },
    { handler: `governance ${treasury}`, next: null },
    { handler: `governance ${desk}`, next: null },
    { handler: `governance ${timelock}`, next: null },
  ]);
});
