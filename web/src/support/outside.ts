/** Longer ones are nobody's honest link. */
const LONGEST = 2000;

/** An address that may be opened; or why not, with the address where it is one that can be shown as such. */
export type Outside =
  | { readonly url: URL; readonly refused?: never }
  | { readonly url?: URL; readonly refused: 'none' | 'broken' | 'insecure' | 'login' | 'unknown' };

/**
 * Judges the address of a page that is not ours. What is opened is exactly what is shown: the address as the browser has read it,
 * with foreign letters of the host in their plain form.
 */
export function judgeOutside(address: string | undefined, hosts: readonly string[]): Outside {
  if (address === undefined || address === '') return { refused: 'none' };
  // Words in place of an address are not shown: they would seem to be ours.
  if (address.length > LONGEST || !URL.canParse(address)) return { refused: 'broken' };
  const url = new URL(address);
  if (url.protocol === 'http:') return { url, refused: 'insecure' };
  if (url.protocol !== 'https:') return { refused: 'insecure' };
  if (url.username !== '' || url.password !== '') return { url, refused: 'login' };
  return hosts.includes(url.host) ? { url } : { url, refused: 'unknown' };
}
