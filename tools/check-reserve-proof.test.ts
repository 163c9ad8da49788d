import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { leafText, nodeText, statementText } from '../core/src/reserve/proof.ts';
import type { ProofClaim } from '../core/src/reserve/proof.ts';

const folder = mkdtempSync(join(tmpdir(), 'proof-'));
afterAll(() => rmSync(folder, { recursive: true }));

const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex');
const day = '2026-05-04';
const leaf = { day, coin: 'USDT', userid: 'mem_1', nonce: hashOf('a'), amount: '20500000000000000000' };
const beside = { hash: hashOf('b'), sum: '30000000000000000000' };
const own = { hash: hashOf(leafText(leaf)), sum: leaf.amount };
const root = { coin: 'USDT', leaves: 2, hash: hashOf(nodeText(own, beside)), sum: '50500000000000000000' };
const statement = { day, chainid: 31_337, block: 7, blockhash: `0x${'ab'.repeat(32)}`, roots: [root] };
const claim: ProofClaim = {
  leaf,
  path: [{ side: 'right', ...beside }],
  statement,
  hash: hashOf(statementText(statement)),
};

function check(content: unknown) {
  const file = join(folder, 'proof.json');
  writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content));
  const { status, stdout, stderr } = spawnSync(process.execPath, ['tools/check-reserve-proof.ts', file], {
    cwd: join(import.meta.dirname, '..'),
    encoding: 'utf8',
  });
  return { status, stdout, stderr };
}

test('refuses: a proof that was tampered with, and a file that holds none', () => {
  const changed = { ...claim, leaf: { ...leaf, amount: '20500000000000000001' } };
  expect(check([changed])).toMatchObject({ status: 1, stdout: expect.stringContaining('✗ 2026-05-04 USDT') });
  for (const content of ['', 'no proof', '{}', 'null', [], [{}], [null], [{ ...claim, leaf: undefined }]]) {
    const { status, stderr } = check(content);
    expect([content, status, stderr.trim().split('\n')]).toEqual([
      content,
      2,
      [expect.stringContaining('proof.json holds no proof that the app has saved.')],
    ]);
  }
});

test('behavior: a proof that holds, with the sums in whole coins, without any server', () => {
  const { status, stdout } = check([claim]);
  expect(status).toBe(0);
  expect(stdout).toContain('20.5 USDT are part of the total of 50.5 USDT');
  expect(stdout).toContain(claim.hash);
});
