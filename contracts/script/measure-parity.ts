/**
 * `node contracts/script/measure-parity.ts <cases> <single calls>`: prints as JSON how the quotes agree with the real pair, and how
 * many answers a second the chain itself gives when it is asked for one amount a call. For bench/quote.
 */
import { startAnvil } from '../test/kit/anvil.ts';
import { compare } from '../test/parity/agreement.ts';
import { packFormula, packLiquidity, packSwap } from '../test/parity/cases.ts';
import { deployHarness } from '../test/parity/harness.ts';
import { createChance } from '../test/parity/random.ts';

function countOf(text: string | undefined): number {
  if (text === undefined || !/^[1-9]\d{0,8}$/.test(text)) throw new Error(`not a count: ${text}`);
  return Number(text);
}

const [cases, calls] = process.argv.slice(2).map(countOf);
if (cases === undefined || calls === undefined) throw new Error('usage: measure.ts <cases> <single calls>');

const chain = await startAnvil();
try {
  const harness = await deployHarness(chain.rpcUrl);
  const chance = createChance(cases);
  const swaps = await compare(harness, 'swaps', cases, () => packSwap(chance));
  const liquidities = await compare(harness, 'liquidities', cases, () =>
    packLiquidity(chance, chance.pick(2) === 1),
  );
  const asked = Array.from({ length: calls }, () => packFormula(chance, 30));
  const started = performance.now();
  for (const one of asked) await harness.ask('formulas', [one]);
  const askedPerSecond = (calls * 1_000) / (performance.now() - started);
  process.stdout.write(`${JSON.stringify({ swaps, liquidities, askedPerSecond })}\n`);
} finally {
  await chain.stop();
}
