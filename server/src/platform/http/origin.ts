import type { IncomingMessage } from 'node:http';
import { BlockList, isIP, isIPv6 } from 'node:net';
import { localeOfIndex } from '@openmere/core/kit/language.ts';
import type { FastifyRequest } from 'fastify';
import type { Origin } from '../actor.ts';

const DEVICE_LENGTH_MAX = 200;

export type OriginReader = (request: FastifyRequest) => Origin;

export type OriginOptions = {
  countryOf: (ip: string) => string | null;
  /** CIDRs of proxies whose headers are believed; nobody else's are. */
  trustedProxies: readonly string[];
  /** Header in which the trusted proxy tells the country, such as `cf-ipcountry`. */
  countryHeader?: string | undefined;
};

export function createOriginReader(options: OriginOptions): OriginReader {
  const proxies = blockListOf(options.trustedProxies);
  const header = options.countryHeader?.toLowerCase();
  return (request) => {
    const told =
      header && isIn(proxies, request.socket.remoteAddress ?? '') ? request.headers[header] : undefined;
    const country =
      typeof told === 'string' && /^[A-Za-z]{2}$/.test(told)
        ? told.toUpperCase()
        : options.countryOf(request.ip);
    const lang = request.headers['lang'];
    return {
      ip: request.ip.replace(/^::ffff:(?=\d+\.)/i, ''),
      country,
      device: printable(request.headers['user-agent'] ?? '').slice(0, DEVICE_LENGTH_MAX),
      locale: localeOfIndex(typeof lang === 'string' ? lang : undefined),
    };
  };
}

/** A user agent is shown to its owner later: no control characters. */
function printable(text: string): string {
  return text.replace(/[^\x20-\x7e]/g, '');
}

export function blockListOf(cidrs: readonly string[]): BlockList {
  const list = new BlockList();
  for (const cidr of cidrs) {
    const [net = '', bits] = cidr.split('/');
    const family = isIPv6(net) ? 'ipv6' : 'ipv4';
    list.addSubnet(net, bits === undefined ? (family === 'ipv6' ? 128 : 32) : Number(bits), family);
  }
  return list;
}

/** The client's address of a raw request: behind trusted proxies the last address that is not one of theirs. */
export function clientAddress(request: IncomingMessage, trustedProxies: BlockList): string {
  const remote = request.socket.remoteAddress ?? '';
  if (!isIn(trustedProxies, remote)) return remote;
  const forwarded = String(request.headers['x-forwarded-for'] ?? '').split(',');
  const told = forwarded.map((part) => part.trim()).reverse();
  return told.find((address) => isIP(address) !== 0 && !isIn(trustedProxies, address)) ?? remote;
}

function isIn(list: BlockList, address: string): boolean {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, '');
  return plain !== '' && list.check(plain, isIPv6(plain) ? 'ipv6' : 'ipv4');
}
