import { BlockList, isIP, isIPv6 } from 'node:net';
import { fileURLToPath } from 'node:url';
import { open } from 'maxmind';

/** Country of an address: ISO alpha-2, or null when private, unknown or no address. */
export type CountryOf = (ip: string) => string | null;

type CountryRow = { country_code?: string };

const DATABASE = '@ip-location-db/geo-whois-asn-country-mmdb/geo-whois-asn-country.mmdb';

const notPublic = new BlockList();
for (const [net, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
] as const) {
  notPublic.addSubnet(net, bits, 'ipv4');
}
for (const [net, bits] of [
  ['::', 127],
  ['fc00::', 7],
  ['fe80::', 10],
] as const) {
  notPublic.addSubnet(net, bits, 'ipv6');
}

/** Opens the embedded country database (about 8 MB of memory). Answers in microseconds, without any network. */
export async function openGeo(): Promise<CountryOf> {
  const reader = await open(fileURLToPath(import.meta.resolve(DATABASE)));
  return (ip) => {
    // An IPv4 address in IPv6 clothes would be a way around the bar.
    const plain = ip.replace(/^::ffff:(?=\d+\.)/i, '');
    if (isIP(plain) === 0 || notPublic.check(plain, isIPv6(plain) ? 'ipv6' : 'ipv4')) return null;
    const code = (reader.get(plain) as CountryRow | null)?.country_code;
    return code !== undefined && /^[A-Z]{2}$/.test(code) ? code : null;
  };
}
