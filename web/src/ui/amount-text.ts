export type DecimalMark = '.' | ',';

/** How an amount is written: `decimals` places at most, and the mark of the reader's language. */
export type AmountRule = { decimals: number; decimalMark?: DecimalMark };

const THAI_ZERO = 0x0e50;
/** More coins than any supply. What follows from an amount, by whatever price, can then still be written as one (core/money). */
const INTEGER_DIGITS_MAX = 18;

/** Full-width and Thai digits are digits, too; the ideographic full stop is a point. */
function plainDigits(text: string): string {
  return text
    .normalize('NFKC')
    .replace(/[\u0e50-\u0e59]/g, (digit) => String(digit.charCodeAt(0) - THAI_ZERO))
    .replace(/[。｡]/g, '.')
    .replace(/、/g, ',');
}

/** The place of the decimal mark, or -1 when the text is a whole number with or without grouping. */
function markAt(number: string, whole: boolean, mark: DecimalMark): number {
  const at = Math.max(number.lastIndexOf('.'), number.lastIndexOf(','));
  if (at < 0) return -1;
  const sign = number[at] ?? '';
  if (number.includes(sign === '.' ? ',' : '.')) return at;
  if (number.indexOf(sign) !== at) return -1;
  // "1,234" pasted where the comma groups is a thousand; typed key by key, either mark means decimals.
  const groups = whole && sign !== mark && /^\d{1,3}.\d{3}$/.test(number);
  return groups ? -1 : at;
}

/**
 * Turns what was typed or pasted into plain decimal text ("1234.5"), or answers undefined when it is no amount,
 * so that the field keeps what it had. Comma and point both work; digits beyond `decimals` are cut, never rounded.
 * `whole` says that the text came at once (pasted), not key by key.
 */
export function parseAmountText(text: string, rule: AmountRule, whole = false): string | undefined {
  const match = /^[^\d.,-]*([\d., '’_]*)[^\d.,-]*$/.exec(plainDigits(text));
  if (!match) return undefined;
  const number = (match[1] ?? '').replace(/[ '’_]/g, '');
  if (number === '') return '';
  const at = markAt(number, whole, rule.decimalMark ?? '.');
  if (at < 0 && !whole && /[.,]/.test(number)) return undefined;
  const integer = (at < 0 ? number : number.slice(0, at)).replace(/[.,]/g, '').replace(/^0+(?=\d)/, '');
  if (integer.length > INTEGER_DIGITS_MAX) return undefined;
  if (at < 0 || rule.decimals === 0) return integer;
  return `${integer || '0'}.${number.slice(at + 1, at + 1 + rule.decimals)}`;
}

/** The amount that unfinished text ("20.", "0.") stands for: plain decimal text that every parser takes, or "". */
export function finishedAmount(text: string): string {
  return text.endsWith('.') ? text.slice(0, -1) : text;
}

/** Plain decimal text as the reader writes it: only the mark changes, so that the caret stays where it is. */
export function showAmountText(value: string, mark: DecimalMark = '.'): string {
  return mark === ',' ? value.replace('.', ',') : value;
}
