// @vitest-environment happy-dom
import { describe, expect, test } from 'vitest';
import { Unreachable } from '../api-client.ts';
import type { Hex } from './eip1193.ts';
import {
  DROP_AFTER_MS,
  lookPatiently,
  lookQuickly,
  lookThoroughly,
  UNSIGNED_AFTER_MS,
} from './follow-transaction.ts';
import type { ExplainFailure } from './follow-transaction.ts';
import type { ReadChain } from './rpc.ts';
import type { TransactionRecord } from './transaction-record.ts';

const from: Hex = '0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266';
const to: Hex = '0x1111111111111111111111111111111111111111';
const ours: Hex = `0x${'a1'.repeat(32)}`;
const other: Hex = `0x${'b2'.repeat(32)}`;
const hex = (value: number): Hex => `0x${value.toString(16)}`;
type Sent = { hash: Hex; nonce: number; to: Hex; input: Hex; value: Hex; from: Hex };
type Mined = Sent & { status: number };

/** A chain with a script: blocks of transactions, and a pool of waiting ones. */
function chain(start = 100) {
  const blocks = new Map<number, Mined[]>();
  const pool = new Map<Hex, Sent>();
  let head = start;
  const all = () => [...blocks].flatMap(([block, list]) => list.map((one) => ({ ...one, block })));
  const asRpc = (one: Sent) => ({ ...one, nonce: hex(one.nonce) });
  const read: ReadChain = async (method, params) => {
    const [first, second] = params as [Hex, Hex | 'latest'];
    if (method === 'eth_blockNumber') return hex(head);
    if (method === 'eth_getTransactionReceipt') {
      const one = all().find((mined) => mined.hash === first);
      if (!one) return null;
      return {
        status: hex(one.status),
        transactionHash: one.hash,
        blockNumber: hex(one.block),
        gasUsed: '0x1',
      };
    }
    if (method === 'eth_getTransactionByHash') {
      const one = all().find((mined) => mined.hash === first) ?? pool.get(first);
      return one ? asRpc(one) : null;
    }
    if (method === 'eth_getTransactionCount') {
      const until = second === 'latest' ? head : Number(second);
      return hex(5 + all().filter((one) => one.from === first && one.block <= until).length);
    }
    // As our relay answers: hashes only.
    if (method === 'eth_getBlockByNumber')
      return { transactions: (blocks.get(Number(first)) ?? []).map((one) => one.hash) };
    throw new Error(`not scripted: ${method}`);
  };
  return {
    read,
    pool,
    /** A block, in which the transaction stands after `before` others and before `after` more. */
    mine: (one?: Mined, before = 1, after = 0) => {
      head += 1;
      if (one) pool.delete(one.hash);
      const others = Array.from({ length: before + after }, (_, at) => ({
        from: to,
        hash: hex(0xc3_00_00 + at),
      }));
      const listed = one ? [...others.map((other) => ({ ...one, ...other })), one] : [];
      if (one) listed.splice(before, 0, ...listed.splice(-1));
      blocks.set(head, listed);
    },
  };
}

const sent: Sent = { hash: ours, nonce: 5, to, input: '0x01', value: '0x0', from };

function record(change: Partial<TransactionRecord> = {}): TransactionRecord {
  return {
    id: 'one',
    kind: 'activation',
    note: {},
    state: 'sent',
    chainId: 31337,
    from,
    to,
    data: '0x01',
    value: '0x0',
    approval: 'none',
    nonce: 5,
    hashes: [ours],
    replacedBy: undefined,
    nonceSeen: true,
    clearTo: 100,
    startedAt: 0,
    sentAt: 0,
    doneAt: undefined,
    missingSince: undefined,
    usedSince: undefined,
    byInApp: false,
    problem: undefined,
    ...change,
  };
}

/** A chain on which something else took the nonce. */
function chainWithTaker() {
  const stage = chain();
  stage.mine({ ...sent, hash: other, input: '0x02', status: 1 });
  return stage;
}

const explain: ExplainFailure = () => Promise.resolve({ code: 'wallet.revertInviter', params: {} });

/** Looks thoroughly again and again, as the follower does, until the record stands still. */
async function followOn(start: TransactionRecord, read: ReadChain, now = 1000, looks = 4) {
  let one = start;
  for (let left = looks; left > 0; left -= 1) {
    const look = await lookThoroughly(one, read, now, explain);
    if (look.gone) return 'gone';
    one = { ...one, ...look.change };
    if (one.doneAt !== undefined) break;
  }
  return one;
}

test('refuses: a receipt without status true is no success, and says why', async () => {
  const { read, mine } = chain();
  mine({ ...sent, status: 0 });
  const look = await lookQuickly(record(), read, 7, explain);
  expect(look.change).toMatchObject({
    state: 'failed',
    doneAt: 7,
    problem: { code: 'wallet.revertInviter' },
  });
});

test('refuses: another transaction with the same nonce is not taken for ours', async () => {
  const { read, mine } = chain();
  mine();
  mine({ ...sent, hash: other, input: '0x02', status: 1 });
  mine();
  expect(await followOn(record(), read)).toMatchObject({ state: 'replaced', replacedBy: other });
});

test('refuses: to call replaced what another node has mined, while the one that is asked for it is behind', async () => {
  const { read, mine } = chain();
  mine({ ...sent, status: 1 });
  let behind = true;
  const uneven: ReadChain = async (method, params) => {
    if (behind && method === 'eth_getTransactionReceipt') return null;
    if (behind && method === 'eth_getBlockByNumber') return null;
    if (behind && method === 'eth_getTransactionByHash') return knows ? read(method, params) : null;
    return read(method, params);
  };
  // It still waits there; or it has not come there at all.
  let knows = true;
  expect(await followOn(record(), uneven)).toMatchObject({ state: 'sent', doneAt: undefined });
  knows = false;
  const waiting = (await followOn(record(), uneven)) as TransactionRecord;
  expect(waiting).toMatchObject({ state: 'sent', doneAt: undefined, usedSince: 1000 });
  // Long unknown before its nonce was used: only looks that saw it used count.
  const dropped = record({ state: 'dropped', missingSince: 1000 });
  expect(await followOn(dropped, uneven, 1000 + DROP_AFTER_MS)).toMatchObject({ state: 'dropped' });
  behind = false;
  expect(await followOn(waiting, uneven)).toMatchObject({ state: 'confirmed', hashes: [ours] });
});

test('refuses: to call replaced what the wallet signed with a later nonce than was expected', async () => {
  const { read, mine, pool } = chain();
  mine({ ...sent, hash: other, input: '0x02', status: 1 });
  const expected = record({ nonceSeen: undefined });
  // Not announced yet to the node that is asked.
  const early = (await followOn(expected, read)) as TransactionRecord;
  expect(early).toMatchObject({ state: 'sent', nonce: 5, doneAt: undefined });
  pool.set(ours, { ...sent, nonce: 6 });
  const seen = (await followOn(early, read)) as TransactionRecord;
  expect(seen).toMatchObject({ state: 'sent', nonce: 6, nonceSeen: true, usedSince: undefined });
  mine({ ...sent, nonce: 6, status: 1 });
  expect(await followOn(seen, read)).toMatchObject({ state: 'confirmed', hashes: [ours] });
  // Never seen anywhere, and the nonce is long used: then it was this one.
  expect(await followOn(early, chainWithTaker().read, 1000 + DROP_AFTER_MS)).toMatchObject({
    state: 'replaced',
    replacedBy: other,
  });
});

describe('cancelled by the wallet of this device', () => {
  const cancel: Sent = { ...sent, hash: other, to: from, input: '0x', value: '0x0' };
  const cancelling = () => record({ cancelHashes: [other] });

  test('refuses: to call it confirmed when the cancellation is mined; known at the first quick look', async () => {
    const { read, mine } = chain();
    mine({ ...cancel, status: 1 });
    expect((await lookQuickly(cancelling(), read, 9, explain)).change).toMatchObject({
      state: 'cancelled',
      replacedBy: other,
      doneAt: 9,
    });
  });

  test('refuses: to call it cancelled when the transaction was mined first', async () => {
    const { read, mine } = chain();
    mine({ ...sent, status: 1 });
    const done = { state: 'confirmed', hashes: [ours], replacedBy: undefined };
    expect(await followOn(cancelling(), read)).toMatchObject(done);
  });

  test('refuses: to call it dropped while the cancellation waits in its place', async () => {
    const { read, pool } = chain();
    pool.set(other, cancel);
    const later = { ...cancelling(), missingSince: 0 };
    const waits = { state: 'sent', missingSince: undefined, doneAt: undefined };
    expect(await followOn(later, read, DROP_AFTER_MS * 2)).toMatchObject(waits);
  });
});

test('behavior: what took the nonce is found in a full block, too, a part of it with each search', async () => {
  const { read, mine } = chain();
  mine({ ...sent, hash: other, input: '0x02', status: 1 }, 300);
  let one = record();
  for (const now of [0, 15_000, 30_000]) {
    expect(one.doneAt).toBeUndefined();
    one = (await followOn(one, read, now)) as TransactionRecord;
  }
  expect(one).toMatchObject({ state: 'replaced', replacedBy: other });
});

test('refuses: to search for who took the nonce more often than it can decide anything', async () => {
  const { read, mine } = chain();
  mine({ ...sent, hash: other, input: '0x02', status: 1 }, 400);
  let asked = 0;
  const counted: ReadChain = (method, params) => {
    asked += 1;
    return read(method, params);
  };
  let one = record();
  // Every two seconds, as the follower looks.
  for (let now = 0; now < 15_000; now += 2000)
    one = (await followOn(one, counted, now, 1)) as TransactionRecord;
  expect(one.doneAt).toBeUndefined();
  expect(asked).toBeLessThan(240);
});

test('behavior: the time runs on, too, while a search comes through to nobody', async () => {
  const { read, mine } = chain();
  mine({ ...sent, hash: other, status: 1 });
  let searches = 0;
  const busy: ReadChain = (method, params) => {
    if (method !== 'eth_getBlockByNumber') return read(method, params);
    searches += 1;
    return Promise.reject(new Unreachable(new Error('too many requests')));
  };
  const waiting = (await followOn(record(), busy)) as TransactionRecord;
  expect(waiting).toMatchObject({ state: 'sent', usedSince: 1000 });
  expect(searches).toBe(1);
  // What was not searched through decides nothing, however late it is.
  const late = (await followOn(waiting, busy, 1000 + DROP_AFTER_MS)) as TransactionRecord;
  expect(late.doneAt).toBeUndefined();
  expect(await followOn(late, read, 1000 + 2 * DROP_AFTER_MS)).toMatchObject({
    state: 'confirmed',
    hashes: [ours, other],
  });
});

test('refuses: to call replaced before each part of a full block was searched, however many searches failed', async () => {
  const { read, mine } = chain();
  mine({ ...sent, hash: other, status: 1 }, 100, 199);
  let busy = true;
  const often: ReadChain = (method, params) =>
    busy && method === 'eth_getBlockByNumber'
      ? Promise.reject(new Unreachable(new Error('too many requests')))
      : read(method, params);
  let one = record();
  for (const now of [0, 15_000, 30_000]) one = (await followOn(one, often, now)) as TransactionRecord;
  busy = false;
  // Ours, sped up, stands in the first part.
  expect(await followOn(one, often, 60_000)).toMatchObject({ state: 'confirmed', hashes: [ours, other] });
});

test('behavior: a taker that is not believed yet is kept, not searched for again', async () => {
  const { read } = chainWithTaker();
  const early = (await followOn(record({ nonceSeen: undefined }), read)) as TransactionRecord;
  const forgetful: ReadChain = (method, params) =>
    method === 'eth_getBlockByNumber' ? Promise.resolve(null) : read(method, params);
  expect(early).toMatchObject({ state: 'sent', replacedBy: undefined });
  expect(await followOn(early, forgetful, 1000 + 15_000)).toMatchObject({
    state: 'replaced',
    replacedBy: other,
  });
});

test('behavior: confirmed by the receipt', async () => {
  const { read, mine, pool } = chain();
  pool.set(ours, sent);
  expect(await lookQuickly(record(), read, 1, explain)).toEqual({});
  mine({ ...sent, status: 1 });
  expect((await lookQuickly(record(), read, 9, explain)).change).toMatchObject({
    state: 'confirmed',
    doneAt: 9,
  });
});

test('behavior: sped up: the same action under another hash is ours, whatever it pays', async () => {
  const { read, mine } = chain();
  for (let empty = 0; empty < 40; empty += 1) mine();
  mine({ ...sent, hash: other, status: 1 });
  for (let empty = 0; empty < 40; empty += 1) mine();
  const done = await followOn(record(), read);
  expect(done).toMatchObject({ state: 'confirmed', hashes: [ours, other] });
});

test('behavior: an empty payment to oneself is a cancellation', async () => {
  const { read, mine } = chain();
  mine({ ...sent, hash: other, to: from, input: '0x', status: 1 });
  expect(await followOn(record(), read)).toMatchObject({ state: 'cancelled', replacedBy: other });
});

test('behavior: a used nonce that nobody can explain any more ends as replaced, never pending for ever', async () => {
  const { read, mine } = chain();
  mine({ ...sent, hash: other, status: 1 });
  const forgetful: ReadChain = (method, params) =>
    method === 'eth_getBlockByNumber' ? Promise.resolve(null) : read(method, params);
  const looked = (await followOn(record(), forgetful)) as TransactionRecord;
  expect(looked).toMatchObject({ state: 'sent', usedSince: 1000 });
  expect(await followOn(looked, forgetful, 1000 + DROP_AFTER_MS)).toMatchObject({
    state: 'replaced',
    replacedBy: undefined,
  });
});

test('behavior: dropped after a while without a trace, and back when the network has it again', async () => {
  const { read, pool, mine } = chain();
  const first = await followOn(record(), read, 1000, 1);
  expect(first).toMatchObject({ state: 'sent', missingSince: 1000 });
  const dropped = await followOn(first as TransactionRecord, read, 1000 + DROP_AFTER_MS, 1);
  expect(dropped).toMatchObject({ state: 'dropped' });
  pool.set(ours, sent);
  expect(await followOn(dropped as TransactionRecord, read, 99_000, 1)).toMatchObject({
    state: 'sent',
    missingSince: undefined,
  });
  mine({ ...sent, status: 1 });
  expect(await followOn(dropped as TransactionRecord, read)).toMatchObject({ state: 'confirmed' });
});

test('behavior: the wallet’s own nonce is taken over when it differs from the expected one', async () => {
  const { read, pool } = chain();
  pool.set(ours, { ...sent, nonce: 8 });
  expect(await followOn(record(), read, 1, 1)).toMatchObject({ nonce: 8, state: 'sent' });
});

test('behavior: reloaded while the wallet asked: found by its nonce without a hash', async () => {
  const { read, mine } = chain();
  mine();
  mine({ ...sent, hash: other, status: 1 });
  const asked = record({ state: 'signing', hashes: [], sentAt: undefined });
  expect(await followOn(asked, read)).toMatchObject({ state: 'confirmed', hashes: [other] });
});

test('behavior: reloaded and never signed: forgotten in time, or when the nonce went to something else', async () => {
  const { read, mine } = chain();
  const asked = record({ state: 'signing', hashes: [], sentAt: undefined });
  expect(await followOn(asked, read, UNSIGNED_AFTER_MS, 1)).toMatchObject({ state: 'signing' });
  expect(await followOn(asked, read, UNSIGNED_AFTER_MS + 1, 1)).toBe('gone');
  mine({ ...sent, hash: other, input: '0x02', status: 1 });
  expect(await followOn(asked, read)).toBe('gone');
});

test('behavior: a network that is away changes nothing', async () => {
  const away: ReadChain = () => Promise.reject(new Unreachable(new Error('offline')));
  expect(await lookPatiently(() => lookThoroughly(record(), away, 1, explain))).toEqual({});
});
