import type { OutputOf } from '@openmere/core/calls.ts';
import { eventTopics } from '@openmere/core/chain/events.ts';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { clearHalt, endHalt, listHalts } from '../ledger/halt.ts';
import type { ChainLog, Hex } from '../platform/chain/log.ts';
import type { Rpc } from '../platform/chain/rpc.ts';
import { inTransaction } from '../platform/db/connect.ts';
import { openTestApp, reasonIn } from '../test/app.ts';
import type { TestApp } from '../test/app.ts';
import { askPaused } from './measure-pauses.ts';
import { pauseHandlers } from './on-chain.ts';

const address = (digit: string): Hex => `0x${digit.repeat(40)}`;
const contracts = { swapDesk: address('a'), usdoMint: address('b'), usdo: address('c'), medal: address('d') };
const word = (digit: string): Hex => `0x${digit.repeat(64)}`;
const [handler] = pauseHandlers();

let app: TestApp;
let now = new Date();
beforeAll(async () => {
  app = await openTestApp({ clock: () => now });
  await sql`insert into config (idx, val, version, changed_by)
    values ('chain.contracts', ${JSON.stringify(contracts)}, 1, 'test')`.execute(app.owner);
}, 60_000);
afterAll(() => app.close());
afterEach(() => sql`delete from contract_pause`.execute(app.owner));

let index = 0;
/** The contract says it, so many minutes after the first hour of a day. */
function say(
  event: 'paused' | 'unpaused',
  contract: Hex,
  minute: number,
  { chainId = 31337, block }: { chainId?: number; block?: number } = {},
): Promise<void> {
  index += 1;
  const log: ChainLog = {
    chainId,
    blockNumber: BigInt(block ?? index),
    blockHash: word('1'),
    blockTime: new Date(Date.UTC(2026, 10, 20, 1, minute)),
    txHash: word('2'),
    logIndex: index,
    address: contract,
    topics: [eventTopics[event]],
    data: '0x',
  };
  return inTransaction(app.db, (tx) => handler?.onFinal(tx, log) ?? Promise.resolve());
}
async function look(lang = '2'): Promise<OutputOf<'index'>> {
  now = new Date(now.getTime() + 15_000);
  const heard = await app.post('member', 'index', {}, { headers: { lang } });
  return heard.envelope.data as OutputOf<'index'>;
}
const explain = async (role: 'risk' | 'support', body: object) =>
  reasonIn(await app.post('console', 'Admin/PauseReason', body, { token: await app.operator(role) }));
const at = (minute: number): string => new Date(Date.UTC(2026, 10, 20, 1, minute)).toISOString();

test('refuses: a reason of what is not paused, one of no list, and by who may not', async () => {
  expect(await explain('risk', { what: 'trade', told: 'market' })).toBe('operator.nohalt');
  // The installation has no such contract.
  expect(await explain('risk', { what: 'power', told: 'market' })).toBe('operator.nohalt');
  await say('paused', contracts.swapDesk, 1);
  expect(await explain('risk', { what: 'trade', told: 'the boss is ill' })).toBe('request.invalid');
  expect(await explain('support', { what: 'trade', told: 'market' })).toBe('request.forbidden');
  expect((await look()).paused).toEqual([{ what: 'trade', since: at(1), reason: null }]);
});

test('refuses: to name what is paused on another chain', async () => {
  await say('paused', contracts.swapDesk, 1, { chainId: 56 });
  expect((await look()).paused).toEqual([]);
});

test('behavior: what the guard paused is listed with the time of its block, and no reason that nobody gave', async () => {
  const watched = await inTransaction(app.db, (tx) => handler?.addresses(tx) ?? Promise.resolve([]));
  expect([...watched].sort()).toEqual(Object.values(contracts).sort());
  expect((await look()).paused).toEqual([]);
  await say('paused', contracts.medal, 1);
  await say('paused', contracts.usdo, 3);
  await say('paused', contracts.usdoMint, 2);
  const node = { what: 'node', since: at(1), reason: null };
  // Shut since the first of its two.
  expect((await look()).paused).toEqual([{ what: 'usdo', since: at(2), reason: null }, node]);
  await say('unpaused', contracts.usdoMint, 4);
  expect((await look()).paused).toEqual([{ what: 'usdo', since: at(3), reason: null }, node]);
  await say('unpaused', contracts.usdo, 5);
  await say('unpaused', contracts.medal, 5);
  expect((await look()).paused).toEqual([]);
});

test('behavior: an operator says why, in the reader’s language; it goes with the pause, and the audit log keeps who', async () => {
  await say('paused', contracts.swapDesk, 1);
  expect(await explain('risk', { what: 'trade', told: 'market' })).toBe('ok');
  const reason = 'The price in the pool moved too fast.';
  expect((await look()).paused).toEqual([{ what: 'trade', since: at(1), reason }]);
  expect((await look('0')).paused[0]?.reason).toBe('资金池中的价格变动过快。');
  const { rows } = await sql`select subject, detail from audit_log where action = 'pause.reason'`.execute(
    app.owner,
  );
  expect(rows).toEqual([{ subject: 'trade', detail: { told: 'market' } }]);
  expect(await explain('risk', { what: 'trade', told: 'other' })).toBe('ok');
  expect((await look()).paused[0]?.reason).toBeNull();
  await explain('risk', { what: 'trade', told: 'law' });
  await say('unpaused', contracts.swapDesk, 2);
  await say('paused', contracts.swapDesk, 3);
  expect((await look()).paused).toEqual([{ what: 'trade', since: at(3), reason: null }]);
});

test('behavior: payouts that an operator halted say the chosen reason, never what the operator wrote; afterwards, too', async () => {
  const halt = async (told: string) =>
    reasonIn(
      await app.post(
        'console',
        'Admin/PayoutHalt',
        { reason: 'a secret reason', told },
        { token: await app.operator('risk') },
      ),
    );
  expect(await halt('upgrade')).toBe('ok');
  const upgrade = 'We are upgrading this service.';
  const first = await look();
  expect(first.payouthalt?.reason).toBe(upgrade);
  expect(first.paused).toEqual([{ what: 'payouts', ...first.payouthalt }]);
  const [open] = await listHalts(app.db);
  await inTransaction(app.db, (tx) => endHalt(tx, open?.id ?? 0n, 'gone by two'));
  expect(await halt('other')).toBe('ok');
  const other = 'We are checking something before we go on paying.';
  expect((await look()).payouthalt?.reason).toBe(other);
  const status = (await app.post('member', 'Wallet/Status', {}, { headers: { lang: '2' } })).envelope;
  const { halts } = status.data as OutputOf<'Wallet/Status'>;
  expect(halts.map(({ reason }) => reason)).toEqual([other, upgrade]);
  expect(JSON.stringify([first, status])).not.toContain('secret');
  await inTransaction(app.db, clearHalt);
});

test('refuses: to take a contract for paused that is not there any more', async () => {
  const answers: Record<string, unknown> = {
    [contracts.swapDesk]: '0x',
    [contracts.usdoMint]: word('0').replace(/0$/, '1'),
  };
  const rpc: Rpc = {
    call: () => Promise.reject(new Error('one batch')),
    batch: async (asked) => asked.map(({ params = [] }) => answers[(params[0] as { to: string }).to]),
  };
  const both = [contracts.swapDesk, contracts.usdoMint];
  expect(await askPaused(rpc, both, { hash: word('1') })).toEqual([false, true]);
});

test('refuses: a pause that comes late, when a later block has ended it; a later one has its own time and no reason', async () => {
  await say('unpaused', contracts.swapDesk, 5, { block: 1_005 });
  await say('paused', contracts.swapDesk, 4, { block: 1_004 });
  expect((await look()).paused).toEqual([]);
  expect(await explain('risk', { what: 'trade', told: 'market' })).toBe('operator.nohalt');
  await say('paused', contracts.swapDesk, 6, { block: 1_006 });
  await explain('risk', { what: 'trade', told: 'law' });
  await say('paused', contracts.swapDesk, 8, { block: 1_008 });
  await say('unpaused', contracts.swapDesk, 7, { block: 1_007 });
  expect((await look()).paused).toEqual([{ what: 'trade', since: at(8), reason: null }]);
});
