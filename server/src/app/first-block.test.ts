import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { cloneDatabase } from '../platform/db/test-setup.ts';

/** Migration 0792: a handler that waited at block 0 of a development chain, which is another one after each start, never got to block 1. */
test('behavior: who waits at block 0 goes on behind it; others stay where they are', async () => {
  const clone = await cloneDatabase();
  const { pool } = clone.connect('owner');
  await pool.query(
    `insert into chain_handler (chain_id, handler, next_block) values (31337, 'new', 0), (31337, 'late', 7), (31337, 'with', null)`,
  );
  const file = join(import.meta.dirname, '../migrations/0792-after-the-first-block.sql');
  await pool.query(await readFile(file, 'utf8'));
  const { rows } = await pool.query('select handler, next_block from chain_handler order by handler');
  expect(rows).toEqual([
    { handler: 'late', next_block: 7n },
    { handler: 'new', next_block: 1n },
    { handler: 'with', next_block: null },
  ]);
  await clone.drop();
});
