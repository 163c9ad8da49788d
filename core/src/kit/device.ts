/** What stands where a device did not say what it is; whoever shows it puts it into words. */
export const UNKNOWN_DEVICE = 'unknown';

/** The most particular first: nearly every browser also claims to be Chrome and Safari. */
const browsers: readonly (readonly [sign: RegExp, name: string])[] = [
  [/MicroMessenger\//, 'WeChat'],
  [/TokenPocket/i, 'TokenPocket'],
  [/imToken/i, 'imToken'],
  [/Trust\/|TrustWallet/i, 'Trust Wallet'],
  [/MetaMaskMobile/i, 'MetaMask'],
  [/OKApp|OKEx/i, 'OKX'],
  [/SamsungBrowser\//, 'Samsung Internet'],
  [/OPR\/|Opera/, 'Opera'],
  [/Edg(e|A|iOS)?\//, 'Edge'],
  [/Firefox\/|FxiOS\//, 'Firefox'],
  [/Chrome\/|CriOS\//, 'Chrome'],
  [/Safari\//, 'Safari'],
];

const systems: readonly (readonly [sign: RegExp, name: string])[] = [
  [/iPhone/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/Mac OS X|Macintosh/, 'Mac'],
  [/CrOS/, 'ChromeOS'],
  [/Linux/, 'Linux'],
];

/**
 * "Chrome · Android" from a user agent, for whoever reads it: the member, an operator, a mail; the start of what it says where
 * nothing is known.
 */
export function deviceName(userAgent: string): string {
  const find = (list: typeof browsers) => list.find(([sign]) => sign.test(userAgent))?.[1];
  const parts = [find(browsers), find(systems)].filter((part) => part !== undefined);
  return parts.length > 0 ? parts.join(' · ') : userAgent.slice(0, 40);
}
