import { COIN_DECIMALS } from './coin.ts';

/** Display never rounds up a balance: what is shown can be had. */
export type DisplayParts = { whole: string; fraction: string; unit: string };

export type DisplayStyle = {
  /** Grouping and decimal mark of the locale. */
  group: string;
  decimal: string;
  /** 4 for zh, ja, ko (万/亿), 3 elsewhere (K/M/B). */
  unitStep: 3 | 4;
  units: readonly string[];
};

/** Base units → grouped whole and fraction of at most `places` digits, cut (not rounded), at least `least` digits. */
export function displayAmount(amount: bigint, style: DisplayStyle, places: number, least = 0): DisplayParts {
  const sign = amount < 0n ? '−' : '';
  const digits = (amount < 0n ? -amount : amount).toString().padStart(COIN_DECIMALS + 1, '0');
  const whole = digits.slice(0, -COIN_DECIMALS).replace(/\B(?=(\d{3})+$)/g, style.group);
  const cut = digits.slice(-COIN_DECIMALS).slice(0, places).replace(/0+$/, '').padEnd(least, '0');
  return { whole: sign + whole, fraction: cut ? style.decimal + cut : '', unit: '' };
}

/** As `displayAmount`, but large amounts in 10⁴/10⁸ or K/M/B with two places, cut. */
export function displayCompact(amount: bigint, style: DisplayStyle): DisplayParts {
  const magnitude = amount < 0n ? -amount : amount;
  for (let step = style.units.length; step > 0; step -= 1) {
    const unit = 10n ** BigInt(step * style.unitStep);
    if (magnitude >= unit * 10n ** BigInt(COIN_DECIMALS)) {
      return { ...displayAmount(amount / unit, style, 2), unit: style.units[step - 1] ?? '' };
    }
  }
  return displayAmount(amount, style, 2, 2);
}
