import { afterAll, beforeAll, expect, test } from 'vitest';
import { inTransaction } from '../platform/db/connect.ts';
import { openTestApp, reasonIn } from '../test/app.ts';
import type { TestApp } from '../test/app.ts';
import { coin } from '../test/context.ts';
import { addMember } from '../test/people.ts';
import type { TestMember } from '../test/people.ts';
import { FigureCount } from './count-figures.ts';
import { recordUses } from './record-use.ts';

let app: TestApp;
let token: string;
let anna: TestMember;
const directs: TestMember[] = [];
beforeAll(async () => {
  app = await openTestApp();
  token = await app.operator('support');
  anna = await addMember(app, { activated: true });
  for (let at = 0; at < 5; at += 1) directs.push(await addMember(app, { inviter: anna, activated: true }));
  await addMember(app, { inviter: anna });
  const uses = directs.map(({ id: memberId }, at) => ({
    memberId,
    kind: 'swap' as const,
    value: BigInt(10 * (at % 3)) * coin,
    time: new Date(),
  }));
  await inTransaction(app.db, (tx) => recordUses({ tx }, uses));
  await new FigureCount(app).count();
}, 60_000);
afterAll(() => app.close());

const ask = (path: string, input: object) => app.post('console', path, input, { token });

test('refuses: a member who is none', async () => {
  for (const path of ['Admin/Team', 'Admin/TeamLegs'])
    expect(reasonIn(await ask(path, { id: 'mem_nobody' }))).toBe('operator.nomember');
});

test('behavior: figures, the line above, and who waits for activation; without an id the first member', async () => {
  const { data } = (await ask('Admin/Team', { id: anna.id })).envelope;
  expect(data).toMatchObject({
    member: { userid: anna.id, total: '40', leg: '40', own: '0', today: '40', members: 5 },
    large: '20',
    small: '20',
    line: [{ userid: app.root.id }],
    linecut: false,
    directs: 6,
    waiting: 1,
  });
  expect((await ask('Admin/Team', {})).envelope.data).toMatchObject({
    member: { userid: app.root.id },
    line: [],
  });
});

test('property: legs page by performance, each once, whatever the size of the page', async () => {
  for (const pageSize of [1, 2, 5, 50]) {
    const seen: string[] = [];
    let cursor: string | undefined;
    do {
      const input = { id: anna.id, pageSize, ...(cursor === undefined ? {} : { cursor }) };
      const { list = [], data } = (await ask('Admin/TeamLegs', input)).envelope;
      seen.push(...(list as { userid: string; leg: string }[]).map(({ leg, userid }) => `${leg} ${userid}`));
      cursor = (data as { cursor?: string } | null)?.cursor;
    } while (cursor !== undefined);
    expect(seen.map((row) => row.split(' ')[0])).toEqual(['20', '10', '10', '0', '0']);
    expect(new Set(seen).size).toBe(5);
  }
});
