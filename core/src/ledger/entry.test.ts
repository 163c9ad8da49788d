import fc from 'fast-check';
import { expect, test } from 'vitest';
import { availableAccount, findAccountClass, heldAccount, normalBalance } from './account.ts';
import { amountMax, entryChanges, entryFingerprint, findEntryMistake, findPostingMistake } from './entry.ts';
import type { JournalEntry, Posting } from './entry.ts';

const good: JournalEntry = {
  key: 'k',
  kind: 'transfer',
  reference: 'tra_1',
  actor: 'member:mem_1',
  postings: [
    { source: availableAccount('mem_1'), destination: availableAccount('mem_2'), asset: 'USDT', amount: 1n },
  ],
};
const posting = good.postings[0] as Posting;

test.each<[string, unknown]>([
  ['key ""', { key: '' }],
  ['key', { key: 'a\u0000b' }],
  ['key', { key: 'x'.repeat(256) }],
  ['kind', { kind: 'Transfer' }],
  ['actor', { actor: 'mem_1' }],
  ['reference', { reference: 'a\nb' }],
  ['data', { data: { note: 'x'.repeat(5_000) } }],
  ['family', { outbound: { family: '' } }],
  ['0 postings', { postings: [] }],
  ['65 postings', { postings: Array.from({ length: 65 }, () => posting) }],
])('refuses: an entry with a wrong %s', (expected, change) => {
  expect(findEntryMistake({ ...good, ...(change as object) })).toContain(expected);
});

test.each<[string, unknown]>([
  ['amount', { amount: 0n }],
  ['amount', { amount: -1n }],
  ['amount', { amount: amountMax + 1n }],
  ['amount', { amount: 1 }],
  ['amount', { amount: '1' }],
  ['asset', { asset: 'usdt' }],
  ['source and destination', { destination: posting.source }],
  ['account', { source: 'member:1' }],
  ['account', { source: 'pool:' }],
  ['account', { destination: 'world:x' }],
  ['account', { destination: 'constructor' }],
  ['account', { destination: 'member:a:b:available' }],
])('refuses: a posting with a wrong %s', (expected, change) => {
  expect(findPostingMistake({ ...posting, ...(change as object) } as Posting)).toContain(expected);
});

const amounts = fc.bigInt({ min: 1n, max: amountMax });
const members = fc.stringMatching(/^[A-Za-z0-9_]{1,40}$/);
const accounts = fc.oneof(
  members.map(availableAccount),
  members.map(heldAccount),
  fc.constantFrom('pool:yield', 'fee:transfer', 'treasury:bsc', 'suspense:deposit', 'bank:main', 'world'),
);

test('property: only names of the chart have a class, and the sign of a normal balance depends on nothing else', () => {
  fc.assert(
    fc.property(fc.oneof(accounts, fc.string()), fc.bigInt(), (name, balance) => {
      const found = findAccountClass(name);
      if (found === undefined) return;
      const debit = found === 'treasury' || found === 'bank' || found === 'world';
      expect(normalBalance(name as 'world', balance)).toBe(debit ? -balance : balance);
    }),
  );
  fc.assert(fc.property(accounts, (name) => findAccountClass(name) !== undefined));
});

test('property: an entry changes nothing in sum, per coin', () => {
  const postings = fc.array(
    fc.record({
      source: accounts,
      destination: accounts,
      asset: fc.constantFrom('USDT', 'OPEN'),
      amount: amounts,
    }),
    { minLength: 1, maxLength: 20 },
  );
  fc.assert(
    fc.property(postings, (list) => {
      const sums = new Map<string, bigint>();
      for (const [name, change] of entryChanges({ postings: list as Posting[] })) {
        const asset = name.split(' ')[1] ?? '';
        sums.set(asset, (sums.get(asset) ?? 0n) + change);
      }
      expect([...sums.values()].every((sum) => sum === 0n)).toBe(true);
    }),
  );
});

test('property: any amount from 1 to 10^38 base units passes, and nothing else does', () => {
  fc.assert(
    fc.property(fc.oneof(fc.bigInt(), amounts, fc.double(), fc.string()), (amount) => {
      const accepted = findPostingMistake({ ...posting, amount: amount as bigint }) === undefined;
      expect(accepted).toBe(typeof amount === 'bigint' && amount >= 1n && amount <= amountMax);
    }),
  );
});

test('property: the fingerprint tells requests apart by what they ask, not by the order of their data', () => {
  const data = fc.dictionary(fc.string({ maxLength: 8 }), fc.oneof(fc.string(), fc.integer(), fc.boolean()));
  fc.assert(
    fc.property(data, amounts, amounts, (values, one, other) => {
      const of = (amount: bigint, given: typeof values): string =>
        entryFingerprint({ ...good, data: given, postings: [{ ...posting, amount }] });
      const turned = Object.fromEntries(Object.entries(values).toReversed());
      expect(of(one, values)).toBe(of(one, turned));
      expect(of(one, values) === of(other, values)).toBe(one === other);
    }),
  );
});

test('behavior: key and time do not belong to the fingerprint, family and reference do', () => {
  expect(entryFingerprint({ ...good, key: 'other' })).toBe(entryFingerprint(good));
  expect(entryFingerprint({ ...good, reference: 'tra_2' })).not.toBe(entryFingerprint(good));
  expect(entryFingerprint({ ...good, outbound: { family: 'mem_1' } })).not.toBe(entryFingerprint(good));
});
