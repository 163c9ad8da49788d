import fc from 'fast-check';
import { expect, test } from 'vitest';
import { oneCoin } from '../money/amount.ts';
import { checkMintPower, checkMintUsdo, checkRedeemUsdo } from './check.ts';
import { openInFor, quotePower } from './quote.ts';

const price = oneCoin / 10n;
const minimum = 10n * oneCoin;
const power = {
  paused: false,
  activated: true,
  noPrice: undefined,
  amount: 100n * oneCoin,
  available: 1_000n * oneCoin,
  quote: quotePower(100n * oneCoin, price, 2n),
  minimum,
} as const;

test('refuses: minting power, each reason before those that come after it', () => {
  // All reasons at once; each is taken away in turn.
  const wrong = { ...power, paused: true, activated: false, noPrice: 'notready', amount: undefined } as const;
  const few = { available: 5n, quote: quotePower(6n, price, 2n) };
  expect(checkMintPower(wrong)?.code).toBe('minting.paused');
  expect(checkMintPower({ ...wrong, paused: false })?.code).toBe('member.notactivated');
  const active = { ...wrong, paused: false, activated: true } as const;
  expect(checkMintPower(active)?.code).toBe('minting.notready');
  expect(checkMintPower({ ...active, noPrice: 'stale' })?.code).toBe('minting.stale');
  const priced = { ...active, noPrice: undefined };
  expect(checkMintPower(priced)?.code).toBe('minting.badamount');
  expect(checkMintPower({ ...priced, amount: -1n })?.code).toBe('minting.badamount');
  expect(checkMintPower({ ...priced, ...few, amount: 0n })?.code).toBe('minting.nothing');
  expect(checkMintPower({ ...priced, ...few, amount: 6n })).toMatchObject({
    code: 'minting.insufficient',
    params: { coin: 'OPEN' },
  });
  expect(checkMintPower({ ...priced, ...few, amount: 5n })).toMatchObject({
    code: 'minting.belowminimum',
    params: { minimum: '10' },
  });
  expect(checkMintPower(power)).toBeUndefined();
  expect(checkMintPower({ ...power, available: undefined })).toBeUndefined();
});

test('behavior: the minimum is met at the last unit', () => {
  const least = openInFor(minimum, price) ?? 0n;
  const at = (amount: bigint) => checkMintPower({ ...power, amount, quote: quotePower(amount, price, 2n) });
  expect(at(least)).toBeUndefined();
  expect(at(least - 1n)?.code).toBe('minting.belowminimum');
});

const bounds = { askBps: 500, refuseBps: 1_000 };
const usdo = {
  paused: false,
  activated: true,
  tradable: true,
  coin: 'OPEN',
  amount: 10n,
  available: 10n,
  sale: { received: 9n, priceImpactBps: 10 },
  impactAccepted: false,
} as const;

test('refuses: minting USDO, each reason before those that come after it', () => {
  const wrong = { ...usdo, paused: true, activated: false, tradable: false, amount: undefined } as const;
  expect(checkMintUsdo(wrong, bounds)?.code).toBe('minting.usdopaused');
  expect(checkMintUsdo({ ...wrong, paused: false }, bounds)?.code).toBe('member.notactivated');
  const active = { ...wrong, paused: false, activated: true };
  expect(checkMintUsdo(active, bounds)?.code).toBe('minting.nottradable');
  expect(checkMintUsdo({ ...active, coin: 'USDT' }, bounds)?.code).toBe('minting.badamount');
  expect(checkMintUsdo({ ...usdo, amount: 0n }, bounds)?.code).toBe('minting.nothing');
  expect(checkMintUsdo({ ...usdo, amount: 11n }, bounds)?.code).toBe('minting.insufficient');
  expect(checkMintUsdo({ ...usdo, sale: { received: 0n, priceImpactBps: 0 } }, bounds)?.code).toBe(
    'minting.toosmall',
  );
  const moving = (priceImpactBps: number) => ({ ...usdo, sale: { received: 9n, priceImpactBps } });
  expect(checkMintUsdo(moving(1_000), bounds)).toMatchObject({
    code: 'minting.impactrefused',
    params: { impact: '10', most: '10' },
  });
  expect(checkMintUsdo(moving(500), bounds)?.code).toBe('minting.impactask');
  expect(checkMintUsdo({ ...moving(999), impactAccepted: true }, bounds)).toBeUndefined();
  expect(checkMintUsdo(moving(499), bounds)).toBeUndefined();
  expect(checkMintUsdo({ ...usdo, coin: 'USDT', sale: undefined }, bounds)).toBeUndefined();
});

test('refuses: redeeming nothing, what is no amount, and more than one has; never for being paused', () => {
  expect(checkRedeemUsdo({ amount: undefined, available: 1n })?.code).toBe('minting.badamount');
  expect(checkRedeemUsdo({ amount: 0n, available: 1n })?.code).toBe('minting.nothing');
  expect(checkRedeemUsdo({ amount: 2n, available: 1n })).toMatchObject({ params: { coin: 'USDO' } });
  expect(checkRedeemUsdo({ amount: 1n, available: 1n })).toBeUndefined();
});

test('property: burned and the rest make the whole, the odd unit burns, and power is twice the value rounded down', () => {
  const amounts = fc.bigInt({ min: 0n, max: 10n ** 30n });
  fc.assert(
    fc.property(amounts, fc.bigInt({ min: 1n, max: 10n ** 24n }), (openIn, priceE18) => {
      const { value, power: got, burned, toMarket } = quotePower(openIn, priceE18, 2n);
      expect(burned + toMarket).toBe(openIn);
      expect(burned - toMarket).toBe(openIn % 2n);
      expect(got).toBe(2n * value);
      expect(value * oneCoin <= openIn * priceE18 && (value + 1n) * oneCoin > openIn * priceE18).toBe(true);
      const least = openInFor(value, priceE18) ?? -1n;
      expect(quotePower(least, priceE18, 2n).value >= value).toBe(true);
      if (least > 0n) expect(quotePower(least - 1n, priceE18, 2n).value < value).toBe(true);
    }),
  );
});
