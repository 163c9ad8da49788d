import { globSync, readFileSync } from 'node:fs';
import { entryKinds, namedAccounts } from '@openmere/core/operator/ledger-names.ts';
import { rewardPools } from '@openmere/core/reward/kinds.ts';
import { expect, test } from 'vitest';
import { treasuryKinds } from '../deposit/treasury-senders.ts';

const root = new URL('../../..', import.meta.url).pathname;
const sources = globSync('{server,core}/src/**/*.ts', { cwd: root })
  .filter((path) => !/\.test\.ts$|\/test[/-]|ledger-names/.test(path))
  .map((path) => readFileSync(`${root}/${path}`, 'utf8'));
const found = (pattern: RegExp): string[] =>
  sources.flatMap((text) => [...text.matchAll(pattern)].map((match) => match[1] ?? ''));

test('refuses: an account that the console has no word for', () => {
  const named = found(/'((?:pool|fee|treasury|suspense|bank):[a-z0-9-]+)'/g);
  expect(named.length).toBeGreaterThan(20);
  const pools = rewardPools.map((pool) => `pool:${pool}`);
  for (const account of [...named, ...pools]) expect(namedAccounts, account).toContain(account);
});

test('refuses: an entry whose kind the console has no word for', () => {
  const posted = [
    ...found(/kind: '([a-z-]+)',\s*reference/g),
    ...found(/kind: '([a-z-]+)'[^}]{0,200}postings/g),
    ...found(/KIND = '([a-z-]+)'/g),
    ...found(/COLD_RETURN = '([a-z-]+)'/g),
    ...found(/kind: isGone \? '([a-z-]+)'/g),
    ...treasuryKinds,
  ];
  expect(new Set(posted).size).toBeGreaterThan(25);
  for (const kind of posted) expect(entryKinds, kind).toContain(kind);
});
