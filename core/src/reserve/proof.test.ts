import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { checkProof, leafText, nodeText, STEPS_MAX, statementText } from './proof.ts';
import type { ProofClaim, ProofNode, ProofStep } from './proof.ts';

const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex');
const sha256 = async (text: string): Promise<string> => hashOf(text);
const day = '2026-05-04';
const blockhash = `0x${'ab'.repeat(32)}`;

/** A tree made the plain way: level by level, the odd one out goes up as it is. */
function claimOf(amounts: readonly bigint[], own: number): ProofClaim {
  const leaves = amounts.map((amount, index) => ({
    day,
    coin: 'USDT',
    userid: `mem_${index}`,
    nonce: hashOf(`nonce ${index}`),
    amount: String(amount),
  }));
  let level: ProofNode[] = leaves.map((leaf) => ({ hash: hashOf(leafText(leaf)), sum: leaf.amount }));
  let at = own;
  const path: ProofStep[] = [];
  while (level.length > 1) {
    const neighbour = level[at ^ 1];
    if (neighbour) path.push({ side: at % 2 === 1 ? 'left' : 'right', ...neighbour });
    level = Array.from({ length: Math.ceil(level.length / 2) }, (_, index) => {
      const [left, right] = [level[2 * index] as ProofNode, level[2 * index + 1]];
      if (!right) return left;
      return { hash: hashOf(nodeText(left, right)), sum: String(BigInt(left.sum) + BigInt(right.sum)) };
    });
    at >>= 1;
  }
  const root = { coin: 'USDT', leaves: amounts.length, ...(level[0] as ProofNode) };
  const statement = { day, chainid: 31_337, block: 7, blockhash, roots: [root] };
  const leaf = leaves[own];
  if (!leaf) throw new Error('no such leaf');
  return { leaf, path, statement, hash: hashOf(statementText(statement)) };
}

const claim = claimOf([5n, 7n, 11n, 13n, 17n], 2);
const [first, ...rest] = claim.path as [ProofStep, ...ProofStep[]];

test.each<[string, ProofClaim, string]>([
  ['one unit less than one has', { ...claim, leaf: { ...claim.leaf, amount: '10' } }, 'root'],
  ['somebody else’s leaf', { ...claim, leaf: { ...claim.leaf, userid: 'mem_9' } }, 'root'],
  ['another day', { ...claim, leaf: { ...claim.leaf, day: '2026-05-03' } }, 'root'],
  ['another coin', { ...claim, leaf: { ...claim.leaf, coin: 'OPEN' } }, 'root'],
  ['a negative leaf', { ...claim, leaf: { ...claim.leaf, amount: '-11' } }, 'shape'],
  ['a negative neighbour', { ...claim, path: [{ ...first, sum: '-13' }, ...rest] }, 'shape'],
  ['a neighbour with another sum', { ...claim, path: [{ ...first, sum: '12' }, ...rest] }, 'root'],
  [
    'a neighbour on the other side',
    { ...claim, path: [{ ...first, side: first.side === 'left' ? 'right' : 'left' }, ...rest] },
    'root',
  ],
  ['a step left out', { ...claim, path: rest }, 'root'],
  ['a number with an exponent', { ...claim, leaf: { ...claim.leaf, amount: '11e0' } }, 'shape'],
  ['too long a path', { ...claim, path: Array.from({ length: STEPS_MAX + 1 }, () => first) }, 'shape'],
  [
    'a total that was published smaller',
    {
      ...claim,
      statement: { ...claim.statement, roots: claim.statement.roots.map((root) => ({ ...root, sum: '52' })) },
    },
    'total',
  ],
  ['a statement of another block', { ...claim, statement: { ...claim.statement, block: 8 } }, 'statement'],
])('refuses: %s', async (_name, changed, problem) => {
  expect(await checkProof(sha256, changed)).toBe(problem);
});

test('property: every balance of every tree is proved, and no other amount is', async () => {
  const amounts = fc.array(fc.bigInt({ min: 0n, max: 10n ** 40n }), { minLength: 1, maxLength: 40 });
  await fc.assert(
    fc.asyncProperty(amounts, fc.nat(), fc.bigInt({ min: 1n, max: 10n ** 30n }), async (all, at, more) => {
      const good = claimOf(all, at % all.length);
      expect(await checkProof(sha256, good)).toBeUndefined();
      const amount = String(BigInt(good.leaf.amount) + more);
      expect(await checkProof(sha256, { ...good, leaf: { ...good.leaf, amount } })).toBe('root');
      expect(good.statement.roots[0]?.sum).toBe(String(all.reduce((sum, one) => sum + one, 0n)));
    }),
    { numRuns: 100 },
  );
});
