/** `0x12345678…abcdef90`, of an address or a hash: eight digits at each end, because four can be imitated (T24). */
export function shortHex(hex: string): string {
  return `${hex.slice(0, 10)}…${hex.slice(-8)}`;
}

export function sameAddress(a: string | null | undefined, b: string | null | undefined): boolean {
  return typeof a === 'string' && typeof b === 'string' && a.toLowerCase() === b.toLowerCase();
}
