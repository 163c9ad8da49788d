import { createHash } from 'node:crypto';
import type { Hex } from '../platform/chain/log.ts';
import { TEST_CHAIN_ID } from '../platform/chain/test-anvil.ts';
import type { TestDatabase } from '../platform/db/test-database.ts';

/** For tests: the deposit address that `addCrowd` gives its member number `index`. Nobody's contract stands there. */
export function crowdAddress(index: number): Hex {
  return `0x${createHash('md5').update(`crowd ${index}`).digest('hex')}${index.toString(16).padStart(8, '0')}`;
}

/** For tests: members with a deposit address each, `count` of them in a second or two. Their root must be there. */
export async function addCrowd(clone: TestDatabase, count: number): Promise<void> {
  const { pool } = clone.connect('owner', { max: 1 });
  const client = await pool.connect();
  try {
    // Whose triggers see to what holds for one row at a time; the rows are made so that it does.
    await client.query('set session_replication_role = replica');
    await client.query('set statement_timeout = 0');
    await client.query(
      `insert into member (id, nickname, nickname_key, invitation_code, inviter_id, country)
       select 'mem_crowd' || i, 'crowd ' || i, 'crowd ' || i,
              translate(upper(lpad(to_hex(i), 6, '0')), 'ILOU', '0000'), 'mem_root', 'DE'
         from generate_series($1::int, $2::int) i`,
      [CODES_FROM, CODES_FROM + count - 1],
    );
    await client.query(
      `insert into deposit_address (member_id, chain_id, address, salt, factory)
       select 'mem_crowd' || i, $3, '0x' || md5('crowd ' || (i - $1)) || lpad(to_hex(i - $1), 8, '0'),
              '0x' || md5('crowd ' || i) || md5('salt ' || i), '0x' || repeat('f', 40)
         from generate_series($1::int, $2::int) i`,
      [CODES_FROM, CODES_FROM + count - 1, TEST_CHAIN_ID],
    );
    await client.query('analyze member, deposit_address');
  } finally {
    client.release(true);
  }
}

/** Invitation codes of the crowd begin above those of other members of a test. */
const CODES_FROM = 0x100000;
