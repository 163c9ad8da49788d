/** Browsers make passkeys for names only, never for addresses; in-app browsers often not at all. */
export function passkeysWork(): boolean {
  const { hostname } = location;
  const isAddress = /^[\d.]+$/.test(hostname) || hostname.startsWith('[');
  return 'PublicKeyCredential' in window && !isAddress;
}
