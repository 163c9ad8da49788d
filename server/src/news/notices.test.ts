import type { Locale } from '@openmere/core/kit/language.ts';
import { indexOfLocale } from '@openmere/core/kit/language.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { inTransaction } from '../platform/db/connect.ts';
import { toNotice } from '../platform/notices.ts';
import { openTestApp } from '../test/app.ts';
import type { TestApp } from '../test/app.ts';
import { addMember } from '../test/people.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp();
}, 60_000);
afterAll(() => app.close());

type Shown = { id: string; title: string; text: string; topic: string; link: string | null; read: boolean };

const confirmed = {
  template: 'withdrawal.notice.confirmed',
  params: { amount: '20', received: '19', coin: 'USDT' },
  link: '/pages/wallet/withdraw/recode/recodeChain',
  mailed: true,
} as const;

async function reader() {
  const member = await addMember(app);
  const token = await app.session(member.id);
  return {
    member,
    announce: () => inTransaction(app.db, (tx) => toNotice(tx, { memberId: member.id, ...confirmed })),
    list: async (body: object = {}, locale: Locale = 'en') => {
      const headers = { lang: String(indexOfLocale(locale)) };
      const { envelope } = await app.post('member', 'Ctrls/Notices', body, { token, headers });
      return envelope as { list: Shown[]; data?: { cursor?: string } };
    },
    read: async (body: object = {}) => {
      const { envelope } = await app.post('member', 'Ctrls/NoticeRead', body, { token });
      return (envelope.data as { unread: number }).unread;
    },
  };
}

test('refuses: a notice without a text', async () => {
  const { member } = await reader();
  const untold = inTransaction(app.db, (tx) =>
    toNotice(tx, { memberId: member.id, template: 'withdrawal.notice.nothing', params: {} }),
  );
  await expect(untold).rejects.toThrow('has no text');
});

test('refuses: to show or to mark what another member was told', async () => {
  const [anna, bert] = [await reader(), await reader()];
  await anna.announce();
  const [notice] = (await anna.list()).list;
  expect(await bert.read({ id: notice?.id, upto: notice?.id })).toBe(0);
  expect((await bert.list()).list).toEqual([]);
  expect(await anna.read()).toBe(1);
  expect((await anna.list()).list).toMatchObject([{ read: false }]);
});

test('behavior: a notice that rolls back was never told', async () => {
  const anna = await reader();
  const failed = inTransaction(app.db, async (tx) => {
    await toNotice(tx, { memberId: anna.member.id, ...confirmed });
    throw new Error('roll back');
  });
  await expect(failed).rejects.toThrow('roll back');
  expect((await anna.list()).list).toEqual([]);
});

test('behavior: notices stay, newest first, page by page, and count as unread until one or all are read', async () => {
  const anna = await reader();
  for (let told = 0; told < 5; told += 1) await anna.announce();
  expect(await anna.read()).toBe(5);
  const first = await anna.list({ pageSize: '3' });
  const second = await anna.list({ pageSize: '3', cursor: first.data?.cursor });
  const ids = [...first.list, ...second.list].map(({ id }) => id);
  expect(ids).toHaveLength(5);
  expect(ids).toEqual(ids.toSorted().toReversed());
  expect(second.data?.cursor).toBeUndefined();
  expect(await anna.read({ id: ids[0] })).toBe(4);
  expect(await anna.read({ upto: ids[2] })).toBe(1);
  expect((await anna.list()).list.map(({ read }) => read)).toEqual([true, false, true, true, true]);
  expect(await anna.read({ upto: ids[0] })).toBe(0);
});

test('behavior: a notice is read in the language that is asked for', async () => {
  const anna = await reader();
  await anna.announce();
  expect((await anna.list()).list).toMatchObject([
    {
      topic: 'withdrawal',
      title: 'Withdrawal arrived: 19 USDT',
      text: '19 USDT arrived in your wallet.',
      link: confirmed.link,
    },
  ]);
  expect((await anna.list({}, 'es')).list).toMatchObject([{ title: 'Retiro recibido: 19 USDT' }]);
});
