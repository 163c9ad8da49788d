import { definePush } from '@openmere/core/kit/push.ts';
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { inTransaction } from './db/connect.ts';
import type { Database } from './db/connect.ts';
import type { TestDatabase } from './db/test-database.ts';
import { cloneDatabase } from './db/test-setup.ts';
import { messageTo, packMembers, unpackMembers, writeMessages } from './outbox.ts';

let clone: TestDatabase;
let database: Database;
beforeAll(async () => {
  clone = await cloneDatabase();
  database = clone.connect('app');
});
afterAll(() => clone.drop());

const push = definePush({ push: 'test', summary: '', to: 'member', data: z.object({ n: z.number() }) });

test('property: members travel in few notifications, none too long, none lost', () => {
  const ids = fc.uniqueArray(fc.stringMatching(/^mem_[a-z0-9]{1,36}$/), { maxLength: 600 });
  fc.assert(
    fc.property(ids, (members) => {
      const payloads = packMembers(members);
      expect(payloads.flatMap(unpackMembers)).toEqual(members);
      expect(Math.max(0, ...payloads.map((payload) => payload.length))).toBeLessThanOrEqual(7_900);
      expect(payloads.length).toBeLessThanOrEqual(Math.ceil((members.length * 41) / 7_800));
    }),
  );
});

test('behavior: messages of many members in any order are numbered without gaps, each member’s in its order', async () => {
  const members = Array.from({ length: 700 }, (_, index) => `mem_outbox${index}`);
  const told = members.flatMap((id, index) => Array.from({ length: 1 + (index % 3) }, () => id));
  const turned = told.map((_, index) => told[(index * 577) % told.length] ?? '');
  for (const round of [0, 1]) {
    const messages = turned.map((id, n) => messageTo(push, id, { n: round * turned.length + n }));
    await inTransaction(database.db, (tx) => writeMessages(tx, messages));
  }
  const { rows } = await sql<{ member_id: string; seqs: number[]; ns: number[] }>`
    select member_id, array_agg(seq::int order by seq) as seqs, array_agg((data->>'n')::int order by seq) as ns
    from socket_message group by member_id`.execute(database.db);
  expect(rows).toHaveLength(members.length);
  for (const { seqs, ns } of rows) {
    expect(seqs).toEqual(seqs.map((_, index) => index + 1));
    expect(ns).toEqual(ns.toSorted((a, b) => a - b));
  }
});
