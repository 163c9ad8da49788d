import { formatEther } from 'viem';

const group = (whole: string) => whole.replaceAll(/\B(?=(\d{3})+$)/g, ',');

/** An amount in base units as an English page writes it in full: grouped, two decimals at least, cut at `places`. */
export function amountText(amount: bigint, places = 18): string {
  const [whole = '0', fraction = ''] = formatEther(amount).split('.');
  return `${group(whole)}.${fraction.slice(0, places).replace(/0+$/, '').padEnd(2, '0')}`;
}

/** As the market's screens shorten it: six significant figures, two decimals at least, cut. */
export function figureText(amount: bigint): string {
  const digits = amount.toString().length - 18;
  return amountText(amount, Math.min(18, Math.max(2, 6 - digits)));
}

/** As `figureText`, rounded up at the last figure: what is paid. */
export function figureTextUp(amount: bigint): string {
  const digits = amount.toString().length - 18;
  const unit = 10n ** BigInt(18 - Math.min(18, Math.max(2, 6 - digits)));
  return figureText(((amount + unit - 1n) / unit) * unit);
}
