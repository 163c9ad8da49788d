/** The link that opens this app with the code filled in. `base` is the app's address without what follows ? and #. */
export function inviteLink(base: string, code: string): string {
  return `${base}?invcode=${code}`;
}

/** The app's own address, without what follows ? and #. */
export function appBase(): string {
  return location.href.replace(/[#?].*$/s, '');
}
