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

/**
 * What stands in a field. `pending`: its mark was typed as the one that groups in the reader's language ("1," in English), and may
 * turn out to group; `grouped`: one did.
 */
export type TypedAmount = { text: string; pending: boolean; grouped: boolean };

export const typedAmount = (text: string): TypedAmount => ({ text, pending: false, grouped: false });

/**
 * The field after one more key. The mark that groups is taken for a decimal one, which it is on many phones, until what follows says
 * otherwise: another mark behind three digits ("1,000."), or a third digit where two decimals are all ("10,000"). Undefined: no amount.
 */
export function typeAmount(before: TypedAmount, shown: string, rule: AmountRule): TypedAmount | undefined {
  const mark = rule.decimalMark ?? '.';
  const plain = plainDigits(shown);
  const [integer = '', fraction = '', next] = plain.split(/[.,]/);
  const isGroup = fraction.length === 3 && (before.grouped ? integer !== '' : /^[1-9]\d{0,2}$/.test(integer));
  const groups = before.pending && isGroup && (next === undefined ? rule.decimals <= 2 : next === '');
  if (groups) {
    const end = next === undefined ? '' : plain.slice(-1);
    const text = parseAmountText(integer + fraction + end, rule);
    return text === undefined ? undefined : { text, pending: end !== '' && end !== mark, grouped: true };
  }
  const text = parseAmountText(shown, rule);
  if (text === undefined) return undefined;
  if (!text.includes('.')) return { text, pending: false, grouped: before.grouped && text !== '' };
  // What is shown has the reader's mark: the other one was typed with this key.
  const other = mark === '.' ? ',' : '.';
  return { text, pending: before.pending || plain.includes(other), grouped: before.grouped };
}

/** The amount that unfinished text ("20.", "0.") stands for: plain decimal text that every parser takes, or "". */
export function finishedAmount(text: string): string {
  return text.endsWith('.') ? text.slice(0, -1) : text;
}

/** Plain decimal text as the reader writes it: only the mark changes, so that the caret stays where it is. */
export function showAmountText(value: string, mark: DecimalMark = '.'): string {
  return mark === ',' ? value.replace('.', ',') : value;
}
