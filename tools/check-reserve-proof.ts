import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { checkProof } from '../core/src/reserve/proof.ts';
import type { ProofClaim } from '../core/src/reserve/proof.ts';

/**
 * `node tools/check-reserve-proof.ts FILE`: checks a member's proof of reserves without any server, from the file that the app
 * saves. Prints a line for each coin; ends with 1 when one does not hold, with 2 when the file holds none. Compare the
 * printed hash with what was published.
 */
const problems = {
  shape: 'it holds a number or a hash that cannot be right',
  root: 'the way does not end at the published root',
  total: 'it leads to another total than the published one',
  statement: 'the published figures are not the ones that were hashed',
} as const;

const sha256 = async (text: string): Promise<string> => createHash('sha256').update(text).digest('hex');

/** Amounts are base units: 18 decimals. */
function plain(units: string): string {
  const digits = units.padStart(19, '0');
  const fraction = digits.slice(-18).replace(/0+$/, '');
  return digits.slice(0, -18) + (fraction === '' ? '' : `.${fraction}`);
}

/** @returns undefined when the file cannot be read as the app's. */
function readClaims(file: string): ProofClaim[] | undefined {
  try {
    const claims = JSON.parse(readFileSync(file, 'utf8')) as Partial<ProofClaim>[];
    const isWhole = claims.every(
      ({ leaf, path, statement, hash }) => leaf && path && statement?.roots && hash,
    );
    return claims.length > 0 && isWhole ? (claims as ProofClaim[]) : undefined;
  } catch {
    return undefined;
  }
}

async function check(claims: readonly ProofClaim[]): Promise<boolean> {
  let holds = true;
  for (const claim of claims) {
    const { coin, amount, day } = claim.leaf;
    const problem = await checkProof(sha256, claim);
    const total = claim.statement.roots.find((root) => root.coin === coin)?.sum ?? '0';
    if (problem === undefined) {
      console.log(`✓ ${day}: ${plain(amount)} ${coin} are part of the total of ${plain(total)} ${coin}`);
      console.log(`  published hash ${claim.hash}`);
    } else {
      console.log(`✗ ${day} ${coin}: ${problems[problem]}`);
      holds = false;
    }
  }
  return holds;
}

const [file] = process.argv.slice(2);
const claims = file === undefined ? undefined : readClaims(file);
if (claims === undefined) {
  const told = file === undefined ? 'Which file?' : `${file} holds no proof that the app has saved.`;
  console.error(`${told} node tools/check-reserve-proof.ts FILE`);
  process.exitCode = 2;
} else process.exitCode = (await check(claims)) ? 0 : 1;
