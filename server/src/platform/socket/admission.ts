import { STATUS_CODES } from 'node:http';
import type { IncomingMessage } from 'node:http';
import type { BlockList } from 'node:net';
import type { Duplex } from 'node:stream';
import type { SessionLookup } from '../actor.ts';
import type { Db } from '../db/connect.ts';
import { addressPrefix } from '../http/limits.ts';
import { clientAddress } from '../http/origin.ts';
import { hashToken } from '../tokens.ts';
import type { Connections } from './connections.ts';
import { readLastSeq } from './tail.ts';
import { takeTicket } from './ticket.ts';
import type { TicketOwner } from './ticket.ts';

export type AdmissionOptions = {
  /** Whoever comes may show a ticket: not over the connections of members. */
  ticketDb: Db;
  sessions: SessionLookup;
  /** Origins whose pages may open the socket. */
  origins: readonly string[];
  trustedProxies: BlockList;
  /** Whether the session token itself is accepted (`socket.legacyToken`). */
  allowsLegacyToken: () => Promise<boolean>;
  /** The security headers of every response. */
  headers: Readonly<Record<string, string>>;
};

const TOKEN = /^[A-Za-z0-9_-]{20,128}$/;

/**
 * Whether a request may become a socket: the path, the page it comes from, room for its address, and a ticket that
 * nobody used before. A place of the address is taken when it succeeds. @returns the owner, or an HTTP status.
 */
export async function admitUpgrade(
  request: IncomingMessage,
  options: AdmissionOptions,
  connections: Connections,
): Promise<{ owner: TicketOwner; address: string } | number> {
  const [path, query = ''] = (request.url ?? '').split('?', 2);
  if (path !== '/connect' || request.method !== 'GET') return 404;
  const { origin } = request.headers;
  // Only browsers send it, and they always do; a program that forges it still needs a ticket.
  if (origin !== undefined && !options.origins.includes(origin)) return 403;
  const tokens = new URLSearchParams(query).getAll('Token');
  const token = tokens[0] ?? '';
  if (tokens.length !== 1 || !TOKEN.test(token)) return 401;
  const address = addressPrefix(clientAddress(request, options.trustedProxies));
  if (!connections.admit(address)) return 429;
  try {
    const owner = (await takeTicket(options.ticketDb, token)) ?? (await ownerOfSession(token, options));
    if (owner) return { owner, address };
    connections.release(address);
    return 401;
  } catch (error) {
    connections.release(address);
    throw error;
  }
}

async function ownerOfSession(token: string, options: AdmissionOptions): Promise<TicketOwner | undefined> {
  if (!(await options.allowsLegacyToken())) return undefined;
  const owner = await options.sessions.find(hashToken(token));
  if (!owner) return undefined;
  const seq = await readLastSeq(options.ticketDb, owner.id);
  return { memberId: owner.id, sessionId: owner.sessionId, seq, missedMs: null };
}

/** Answers an upgrade with an HTTP status and ends the connection. */
export function refuseUpgrade(
  wire: Duplex,
  status: number,
  options: Pick<AdmissionOptions, 'headers'>,
): void {
  const lines = Object.entries({
    ...options.headers,
    ...(status === 429 || status === 503 ? { 'retry-after': '3' } : {}),
    'content-length': '0',
    connection: 'close',
  }).map(([name, value]) => `${name}: ${value}`);
  const head = `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}\r\n${lines.join('\r\n')}\r\n\r\n`;
  wire.end(head, () => wire.destroy());
}
