import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { inTransaction } from '../platform/db/connect.ts';
import { openAuthApp } from '../test/visitors.ts';
import type { AuthApp } from '../test/visitors.ts';
import { createRoot } from './create-root.ts';

/** 100,000 operations stand in threats.md; this scales by environment. */
const OPERATIONS = Number(process.env['OPENMERE_TEST_INVITES'] ?? 1_500);
const WALLET = `0x${'ab'.repeat(20)}`;

let app: AuthApp;
beforeAll(async () => {
  app = await openAuthApp();
});
afterAll(() => app.close());

const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const codeOf = (number: number): string =>
  Array.from({ length: 6 }, (_, place) => ALPHABET[Math.floor(number / 32 ** place) % 32]).join('');
let made = 0;
function insert(values: {
  id: string;
  inviter: string | null;
  main?: string;
  activated?: boolean;
  country?: string | null;
}) {
  made += 1;
  const { id, inviter, main = null, activated = false, country = 'SG' } = values;
  const wallet = activated ? `0x${made.toString(16).padStart(40, '0')}` : null;
  return sql`insert into member (id, main_id, nickname, nickname_key, invitation_code, inviter_id, country, wallet_address, wallet_bound_at, activated_at)
    values (${id}, ${main}, ${id}, ${id}, ${codeOf(made)}, ${inviter}, ${country}, ${wallet},
      case when ${activated}::boolean then now() end, case when ${activated}::boolean then now() end)`;
}
const activate = (id: string) => {
  made += 1;
  return sql`update member set wallet_address = ${`0x${made.toString(16).padStart(40, '0')}`}, wallet_bound_at = now(), activated_at = now() where id = ${id}`;
};

describe('the tree of inviters, for every role (T17, T26, I18, I24)', () => {
  test('refuses: a second root, oneself as inviter, nobody as inviter, a ring in one statement', async () => {
    await expect(
      insert({ id: 'mem_root2', inviter: null, activated: true, country: null }).execute(app.owner),
    ).rejects.toThrow();
    await expect(insert({ id: 'mem_self', inviter: 'mem_self' }).execute(app.owner)).rejects.toThrow(
      'must exist',
    );
    await expect(insert({ id: 'mem_x', inviter: 'mem_nobody' }).execute(app.owner)).rejects.toThrow(
      'must exist',
    );
    const ring = sql`insert into member (id, nickname, nickname_key, invitation_code, inviter_id)
      values ('mem_r1', 'r1', 'r1', 'R1R1R1', 'mem_r2'), ('mem_r2', 'r2', 'r2', 'R2R2R2', 'mem_r1')`;
    await expect(ring.execute(app.owner)).rejects.toThrow('must exist');
  });

  test('refuses: an inviter who is not activated, and to be born activated', async () => {
    await insert({ id: 'mem_new', inviter: app.root.id }).execute(app.owner);
    await expect(insert({ id: 'mem_y', inviter: 'mem_new' }).execute(app.owner)).rejects.toThrow(
      'not activated',
    );
    await expect(
      insert({ id: 'mem_z', inviter: app.root.id, activated: true }).execute(app.owner),
    ).rejects.toThrow('born activated');
  });

  test('refuses: to change inviter, code, id, time, activation, or to remove anybody', async () => {
    await insert({ id: 'mem_fixed', inviter: app.root.id }).execute(app.owner);
    await activate('mem_fixed').execute(app.owner);
    for (const statement of [
      sql`update member set inviter_id = 'mem_new' where id = 'mem_fixed'`,
      sql`update member set inviter_id = null where id = 'mem_fixed'`,
      sql`update member set inviter_id = 'mem_fixed' where id = ${app.root.id}`,
      sql`update member set invitation_code = 'AAAAAA' where id = 'mem_fixed'`,
      sql`update member set id = 'mem_other' where id = 'mem_fixed'`,
      sql`update member set registered_at = now() - interval '1 year' where id = 'mem_fixed'`,
      sql`update member set activated_at = null where id = 'mem_fixed'`,
      sql`update member set activated_at = now() + interval '1 second' where id = 'mem_fixed'`,
      sql`delete from member where id = 'mem_fixed'`,
      sql`truncate member cascade`,
    ]) {
      await expect(statement.execute(app.owner)).rejects.toThrow();
      await expect(statement.execute(app.db)).rejects.toThrow();
    }
  });

  test('refuses: to activate who is barred, has no country or no wallet, or may only leave', async () => {
    for (const [id, country] of [
      ['mem_cn', 'CN'],
      ['mem_us', 'US'],
      ['mem_none', null],
    ] as const) {
      await insert({ id, inviter: app.root.id, country }).execute(app.owner);
      await expect(activate(id).execute(app.owner)).rejects.toThrow('member_activated_not_barred');
    }
    await insert({ id: 'mem_leaving', inviter: app.root.id }).execute(app.owner);
    await sql`update member set exit_only = true where id = 'mem_leaving'`.execute(app.owner);
    await expect(activate('mem_leaving').execute(app.owner)).rejects.toThrow('exit-only');
    await insert({ id: 'mem_bare', inviter: app.root.id }).execute(app.owner);
    const bare = sql`update member set activated_at = now() where id = 'mem_bare'`;
    await expect(bare.execute(app.owner)).rejects.toThrow('member_activated_has_wallet');
  });

  test('refuses: sub-accounts of sub-accounts, and to give an account another main account', async () => {
    await insert({ id: 'mem_child', inviter: app.root.id, main: app.root.id }).execute(app.owner);
    await expect(
      insert({ id: 'mem_grand', inviter: app.root.id, main: 'mem_child' }).execute(app.owner),
    ).rejects.toThrow('no sub-accounts');
    await expect(
      sql`update member set main_id = 'mem_fixed' where id = 'mem_child'`.execute(app.owner),
    ).rejects.toThrow('only become independent');
    await sql`update member set main_id = null where id = 'mem_child'`.execute(app.db);
    await expect(
      sql`update member set main_id = ${app.root.id} where id = 'mem_child'`.execute(app.owner),
    ).rejects.toThrow('only become independent');
  });

  test('property: random invitations, activations and forbidden changes leave one tree, each parent activated', async () => {
    const ids = [app.root.id];
    let seed = 20260504;
    const random = (below: number): number => {
      seed = (Math.imul(seed, 1103515245) + 12345) & 0x7fffffff;
      return seed % below;
    };
    for (let operation = 0; operation < OPERATIONS; operation += 1) {
      const who = ids[random(ids.length)] ?? app.root.id;
      const other = ids[random(ids.length)] ?? app.root.id;
      const id = `mem_op${operation}`;
      const done = [
        () =>
          insert({ id, inviter: who })
            .execute(app.owner)
            .then(() => ids.push(id)),
        () => activate(who).execute(app.owner),
        () => sql`update member set inviter_id = ${other} where id = ${who}`.execute(app.owner),
      ][random(3)];
      await done?.().catch(() => undefined);
    }
    const { rows } = await sql<{ members: bigint; reached: bigint; early: bigint }>`
      with recursive tree as (
        select id, 0 as depth from member where inviter_id is null
        union all select m.id, t.depth + 1 from member m join tree t on m.inviter_id = t.id)
      select (select count(*) from member) as members, (select count(*) from tree) as reached,
        (select count(*) from member m join member p on p.id = m.inviter_id where p.activated_at is null or p.serial >= m.serial) as early`.execute(
      app.owner,
    );
    expect(ids.length).toBeGreaterThan(OPERATIONS / 10);
    expect(rows[0]).toMatchObject({ reached: rows[0]?.members, early: 0n });
  });

  test('behavior: createRoot answers the root that is there', async () => {
    const again = await inTransaction(app.db, (tx) =>
      createRoot({ tx }, { now: new Date(), walletAddress: WALLET }),
    );
    expect(again.id).toBe(app.root.id);
    expect(again.activatedAt).not.toBeNull();
  });
});
