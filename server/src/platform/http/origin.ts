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
  const countryOf = (request: FastifyRequest): string | null => {
    const told =
      header && isIn(proxies, plainAddress(request.socket.remoteAddress ?? '') ?? '')
        ? request.headers[header]
        : undefined;
    return typeof told === 'string' && /^[A-Za-z]{2}$/.test(told)
      ? told.toUpperCase()
      : options.countryOf(request.clientIp);
  };
  return (request) => {
    const lang = request.headers['lang'];
    return {
      ip: request.clientIp,
      // Looked up where it is asked for: few calls do.
      get country() {
        return countryOf(request);
      },
      device: printable(request.headers['user-agent'] ?? '').slice(0, DEVICE_LENGTH_MAX),
      locale: localeOfIndex(typeof lang === 'string' ? lang : undefined),
      browser: request.browser,
      guest: request.guest,
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

/**
 * The client's address of a raw request: behind trusted proxies the last address of X-Forwarded-For that is not one of
 * theirs. What a proxy wrote and is no address makes the sender unknown: the address of that proxy stands for it, and what
 * is further left is not believed, because it may be the sender's own text.
 */
export function clientAddress(request: IncomingMessage, trustedProxies: BlockList): string {
  const remote = plainAddress(request.socket.remoteAddress ?? '') ?? '';
  const forwarded = String(request.headers['x-forwarded-for'] ?? '').split(',');
  let nearest = remote;
  while (isIn(trustedProxies, nearest)) {
    const told = readNode(forwarded.pop() ?? '');
    if (told === undefined) break;
    nearest = told;
  }
  return nearest;
}

/** `192.0.2.1`, `192.0.2.1:4711`, `2001:db8::1`, `[2001:db8::1]`, `[2001:db8::1]:4711`, each also quoted (RFC 7239 §6). */
const NODE = /^(?:\[([0-9A-Fa-f:.]+)\](?::\d{1,5})?|([0-9.]+)(?::\d{1,5})?|([0-9A-Fa-f:.]+))$/;

function readNode(text: string): string | undefined {
  const bare = text.trim();
  const found = NODE.exec(/^".*"$/.test(bare) ? bare.slice(1, -1) : bare);
  return plainAddress(found?.[1] ?? found?.[2] ?? found?.[3] ?? '');
}

/** One spelling for one address: IPv4 as such also when it is written within IPv6. Undefined for what is none. */
function plainAddress(text: string): string | undefined {
  const family = isIP(text);
  if (family === 4) return text;
  if (family === 0 || text.includes('%')) return undefined;
  const short = new URL(`http://[${text}]`).hostname.slice(1, -1);
  const mapped = /^::ffff:([0-9a-f]{1,4}):([0-9a-f]{1,4})$/.exec(short);
  if (!mapped) return short;
  const [high, low] = [Number.parseInt(mapped[1] ?? '', 16), Number.parseInt(mapped[2] ?? '', 16)];
  return [high >> 8, high & 255, low >> 8, low & 255].join('.');
}

/** @param address as `plainAddress` answers it. */
export function isIn(list: BlockList, address: string): boolean {
  return address !== '' && list.check(address, isIPv6(address) ? 'ipv6' : 'ipv4');
}
