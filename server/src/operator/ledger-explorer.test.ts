import { afterAll, beforeAll, expect, test } from 'vitest';
import { postEntry } from '../ledger/post.ts';
import { inTransaction } from '../platform/db/connect.ts';
import { openTestApp } from '../test/app.ts';
import type { TestApp } from '../test/app.ts';
import { addMember } from '../test/people.ts';
import { lockRecount } from './recount-store.ts';

let app: TestApp;
let token: string;
beforeAll(async () => {
  app = await openTestApp();
  token = await app.operator('admin');
}, 60_000);
afterAll(() => app.close());

const ask = async (path: string, body: Record<string, unknown>) =>
  (await app.post('console', path, body, { token })).envelope;

test('behavior: entries of an account are newest first over all its coins, each once; a rare kind is found behind others', async () => {
  const member = await addMember(app, { coins: 100 });
  const account = `member:${member.id}:available` as const;
  const post = (reference: string, kind: string, assets: readonly string[]) =>
    inTransaction(app.db, (tx) =>
      postEntry(tx, {
        key: reference,
        kind,
        reference,
        actor: 'system:test',
        postings: assets.map((asset) => ({
          source: 'treasury:bsc',
          destination: account,
          asset,
          amount: 1n,
        })),
      }),
    );
  await post('first', 'transfer', ['USDT']);
  await post('both', 'deposit', ['OPEN', 'USDT']);
  for (let at = 0; at < 5; at += 1) await post(`equity-${at}`, 'deposit', ['EQUITY']);
  const read = async (more: Record<string, string>): Promise<string[]> => {
    const references: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await ask('Admin/LedgerEntries', {
        account,
        ...more,
        ...(cursor === undefined ? {} : { cursor }),
      });
      references.push(...(page.list as { reference: string }[]).map(({ reference }) => reference));
      cursor = (page.data as { cursor?: string } | undefined)?.cursor;
    } while (cursor !== undefined);
    return references.slice(0, 7);
  };
  const order = ['equity-4', 'equity-3', 'equity-2', 'equity-1', 'equity-0', 'both', 'first'];
  for (const pageSize of ['1', '2', '50']) expect(await read({ pageSize })).toEqual(order);
  const rare = await ask('Admin/LedgerEntries', { account, kind: 'transfer', pageSize: '1' });
  expect(rare.list).toMatchObject([{ reference: 'first' }]);
});

test('refuses: a second recount while one is at work, which leaves the connections to members’ money', async () => {
  const verify = () => ask('Admin/LedgerVerify', { account: 'fee:transfer', coinid: 'USDT' });
  await inTransaction(app.db, async (tx) => {
    expect(await lockRecount(tx)).toBe(true);
    expect((await verify()).code).toBe('ratelimited');
  });
  expect((await verify()).code).toBe('ok');
});
