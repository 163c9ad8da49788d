import assert from 'node:assert/strict';
import { startAnvil } from '../kit/anvil.ts';
import type { Anvil } from '../kit/anvil.ts';
import { after, before, describe, it } from '../kit/cases.ts';
import { compare } from './agreement.ts';
import type { Agreement } from './agreement.ts';
import { packFormula, packLiquidity, packSwap } from './cases.ts';
import { deployHarness } from './harness.ts';
import type { Harness, Question } from './harness.ts';
import { createChance } from './random.ts';

/** A small number by default; `OPENMERE_PARITY_CASES=1000000` puts a million of each kind to the pair (about half an hour). */
function countFrom(name: string, fallback: number): number {
  const text = process.env[name] ?? '';
  if (text === '') return fallback;
  if (!/^[1-9]\d{0,8}$/.test(text)) throw new Error(`${name} must be a whole number from 1, not "${text}"`);
  return Number(text);
}

const pairCases = countFrom('OPENMERE_PARITY_CASES', 4_000);
const formulaCases = Math.max(pairCases, 100_000);
/** Another seed, other cases; a failure names the case itself. */
const seed = countFrom('OPENMERE_PARITY_SEED', 20_261_121);

/** The packed case with the number at word `at` changed by `by`. */
function shift(packed: string, at: number, by: bigint): string {
  const start = 2 + at * 28;
  const value = BigInt(`0x${packed.slice(start, start + 28)}`) + by;
  return packed.slice(0, start) + value.toString(16).padStart(28, '0') + packed.slice(start + 28);
}

function word(packed: string, at: number): bigint {
  return BigInt(`0x${packed.slice(2 + at * 28, 30 + at * 28)}`);
}

describe('quotes against the published pair', () => {
  let chain: Anvil;
  let harness: Harness;
  before(async () => {
    chain = await startAnvil();
    harness = await deployHarness(chain.rpcUrl);
  });
  after(() => chain.stop());

  const agrees = ({ cases, disagreements, tookMs }: Agreement, wanted: number) => {
    console.log(`${cases} cases in ${(tookMs / 1000).toFixed(1)} s`);
    assert.deepEqual(disagreements, [], `seed ${seed}`);
    assert.equal(cases, wanted);
  };
  const verdictOf = async (question: Question, packed: readonly string[]) =>
    new Set(await harness.ask(question, packed));
  const draw = (pack: () => string, fits: (packed: string) => boolean): string[] => {
    const found: string[] = [];
    while (found.length < 200) {
      const packed = pack();
      if (fits(packed)) found.push(packed);
    }
    return found;
  };

  it('refuses: a quote that is one unit too high', async () => {
    const chance = createChance(seed);
    const fits = draw(
      () => packSwap(chance),
      (packed) => word(packed, 3) + 1n < word(packed, 1),
    );
    const high = fits.map((packed) => shift(packed, 3, 1n));
    assert.deepEqual(await verdictOf('swaps', high), new Set([1]));
  });

  it('refuses: a quote that is one unit too low', async () => {
    const chance = createChance(seed);
    const fits = draw(
      () => packSwap(chance),
      (packed) => word(packed, 3) > 1n,
    );
    const low = fits.map((packed) => shift(packed, 3, -1n));
    assert.deepEqual(await verdictOf('swaps', low), new Set([2]));
  });

  it('refuses: a formula, an adding or a removing that is off by one unit', async () => {
    const chance = createChance(seed);
    const formulas = Array.from({ length: 200 }, () => shift(packFormula(chance, 25), 3, 1n));
    assert.deepEqual(await verdictOf('formulas', formulas), new Set([4]));
    const pack = () => packLiquidity(chance, chance.pick(2) === 1);
    const whole = draw(pack, (packed) => [5, 6, 7, 9, 10].every((at) => word(packed, at) > 0n));
    for (const [at, verdict] of [
      [5, 5],
      [6, 5],
      [7, 5],
      [9, 6],
      [10, 6],
    ] as const) {
      const off = whole.map((packed) => shift(packed, at, 1n));
      assert.deepEqual(await verdictOf('liquidities', off), new Set([verdict]), `word ${at}`);
    }
  });

  it('property: the pair takes each quoted swap, and refuses one unit more by its own K', async () => {
    const chance = createChance(seed);
    agrees(await compare(harness, 'swaps', pairCases, () => packSwap(chance)), pairCases);
  });

  it('property: adding by the router and removing give what is quoted, with and without a protocol fee', async () => {
    const chance = createChance(seed);
    const pack = () => packLiquidity(chance, chance.pick(2) === 1);
    agrees(await compare(harness, 'liquidities', pairCases, pack), pairCases);
  });

  it('property: the router’s own formula at 30 basis points, PancakeSwap’s at 25', async () => {
    const chance = createChance(seed);
    const pack = () => packFormula(chance, chance.pick(2) === 0 ? 25 : 30);
    agrees(await compare(harness, 'formulas', formulaCases, pack), formulaCases);
  });
});
