/** A field that links are pasted into takes so many characters: a browser cuts what is longer before it can be read. */
export const PASTED_MAX = 2000;

/** The code of an invitation link; else the text as it is. */
export function readPastedCode(text: string): string {
  return /^\s*https?:\/\/\S*[?&]invcode=([0-9A-Za-z-]+)/.exec(text)?.[1] ?? text;
}

/** The transaction hash in an explorer's link, or among words; else the text as it is. */
export function readPastedHash(text: string): string {
  return /(?<![0-9a-zA-Z])0x[0-9a-fA-F]{64}(?![0-9a-zA-Z])/.exec(text)?.[0] ?? text;
}
