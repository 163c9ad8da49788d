/** A plain decimal of the server with grouped thousands and all its decimals; both languages of the console write it alike. */
export function groupDigits(plain: string): string {
  const [whole = '', decimals] = plain.split('.');
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, ',');
  return decimals === undefined ? grouped : `${grouped}.${decimals}`;
}

export function coinAmount(plain: string, coinid: string): string {
  return `${groupDigits(plain)} ${coinid}`;
}
