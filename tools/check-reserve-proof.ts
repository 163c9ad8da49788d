import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { checkProof } from '../core/src/reserve/proof.ts';
import type { ProofClaim } from '../core/src/reserve/proof.ts';

/**
 * `node tools/check-reserve-proof.ts FILE`: checks a member's proof of reserves without any server, from the file that the app
 * saves. Prints a line for each coin; ends with 1 when one does not hold. Compare the printed hash with what was published.
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

async function check(file: string): Promise<boolean> {
  const claims = JSON.parse(readFileSync(file, 'utf8')) as ProofClaim[];
  if (!Array.isArray(claims) || claims.length === 0) throw new Error('the file holds no proof');
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
if (file === undefined) throw new Error('which file? node tools/check-reserve-proof.ts FILE');
process.exitCode = (await check(file)) ? 0 : 1;
