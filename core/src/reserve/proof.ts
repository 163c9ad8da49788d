/**
 * Proof of reserves (rulebook §0.2): a Merkle-sum tree over what every member has, for each coin and day. All that is hashed is
 * plain text of a few lines, so that anybody can repeat it with any SHA-256. Amounts are whole base units, 10^-18 of a coin.
 *
 * Both sums go into the hash of a node, so that nobody's balance can be left out of the total or counted as less than it is; a
 * number with a sign is no sum.
 */
export type ProofLeaf = { day: string; coin: string; userid: string; nonce: string; amount: string };
export type ProofNode = { hash: string; sum: string };
/** A neighbour on the way to the root, and on which side of us it stands. */
export type ProofStep = ProofNode & { side: 'left' | 'right' };
export type ProofRoot = ProofNode & { coin: string; leaves: number };
/** What is published of a day: `hash` of its text stands on the chain. */
export type ProofStatement = {
  day: string;
  chainid: number;
  block: number;
  blockhash: string;
  roots: readonly ProofRoot[];
};

const SUM = /^(0|[1-9]\d{0,44})$/;
const HASH = /^[0-9a-f]{64}$/;
/** 2^40 members are more than there are people. */
export const STEPS_MAX = 40;

const lines = (...parts: readonly (string | number)[]): string => parts.join('\n');

export function leafText({ day, coin, userid, nonce, amount }: ProofLeaf): string {
  return lines('openmere leaf', day, coin, userid, nonce, amount);
}

export function nodeText(left: ProofNode, right: ProofNode): string {
  return lines('openmere node', left.hash, left.sum, right.hash, right.sum);
}

/** A coin that nobody has is told with an empty hash and the sum 0. */
export function statementText({ day, chainid, block, blockhash, roots }: ProofStatement): string {
  const ofCoins = roots.map(({ coin, hash, sum, leaves }) => `${coin} ${hash} ${sum} ${leaves}`);
  return lines('openmere reserves', day, chainid, block, blockhash, ...ofCoins);
}

export type Sha256 = (text: string) => Promise<string>;

/**
 * Why a proof does not hold, the first reason in this order: `shape` (not a number, a number with a sign, a hash that is none, too
 * many steps) · `root` (the way from one's own balance does not end at the published root) · `total` (it does, with another sum) ·
 * `statement` (the published roots are not what was hashed).
 */
export type ProofProblem = 'shape' | 'root' | 'total' | 'statement';

function isWellShaped(leaf: ProofLeaf, path: readonly ProofStep[]): boolean {
  return (
    SUM.test(leaf.amount) &&
    path.length <= STEPS_MAX &&
    path.every(({ hash, sum, side }) => HASH.test(hash) && SUM.test(sum) && ['left', 'right'].includes(side))
  );
}

/** Goes from one's own leaf to the root. Undefined when the balance is proved to be part of the published total. */
export async function checkProof(
  sha256: Sha256,
  { leaf, path, statement, hash }: ProofClaim,
): Promise<ProofProblem | undefined> {
  if (!isWellShaped(leaf, path)) return 'shape';
  let at: ProofNode = { hash: await sha256(leafText(leaf)), sum: leaf.amount };
  for (const { side, ...neighbour } of path) {
    const text = side === 'left' ? nodeText(neighbour, at) : nodeText(at, neighbour);
    at = { hash: await sha256(text), sum: String(BigInt(at.sum) + BigInt(neighbour.sum)) };
  }
  const root = statement.roots.find(({ coin }) => coin === leaf.coin);
  if (!root || root.hash !== at.hash || statement.day !== leaf.day) return 'root';
  if (root.sum !== at.sum) return 'total';
  return (await sha256(statementText(statement))) === hash ? undefined : 'statement';
}

/** `hash`: of the statement, as it was published. */
export type ProofClaim = {
  leaf: ProofLeaf;
  path: readonly ProofStep[];
  statement: ProofStatement;
  hash: string;
};
