import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import { resync } from '@openmere/core/kit/contract.ts';
import { formatPush } from '@openmere/core/kit/push.ts';
import { sql } from 'kysely';
import { WebSocketServer } from 'ws';
import type { RawData } from 'ws';
import type { SessionLookup } from '../actor.ts';
import type { Db } from '../db/connect.ts';
import { TokenBuckets } from '../http/limits.ts';
import type { Log } from '../log.ts';
import type { Metrics } from '../metrics.ts';
import type { Listener } from '../notify.ts';
import { EVERYONE_CHANNEL, REVOKED_CHANNEL, SOCKET_CHANNEL, unpackMembers } from '../outbox.ts';
import { admitUpgrade, refuseUpgrade } from './admission.ts';
import type { AdmissionOptions } from './admission.ts';
import { Connections, PER_MEMBER_MAX } from './connections.ts';
import type { Connection } from './connections.ts';
import { encodeTextFrame } from './frame.ts';
import { RecentBroadcasts } from './recent-broadcasts.ts';
import { TAIL_MAX, hasNext, readLastSeq, readTails } from './tail.ts';
import type { TailRow } from './tail.ts';

export type HubOptions = AdmissionOptions & {
  db: Db;
  listener: Listener;
  sessions: SessionLookup;
  /** Those of these sessions that live. A session's end is told as it happens, but what is told can be lost. */
  listLiving: (sessionIds: string[]) => Promise<ReadonlySet<string>>;
  log: Log;
  metrics: Metrics;
  /** Silence after which a client is gone (calls.md: 30 s), and how often that and the sessions are looked at. Shorter in tests. */
  silenceMsMax?: number;
  sweepMs?: number;
  livingMs?: number;
};

/** Incoming: `Ping` and questions for missed messages. */
const PAYLOAD_BYTES_MAX = 1_024;
const BUFFERED_BYTES_MAX = 1_048_576;
const SILENCE_MS_MAX = 30_000;
const SWEEP_MS = 1_000;
/** Of one session, whose ten sockets send a ping each every ten seconds, and twice as much when all of them come back at once. */
const INCOMING = { perMinute: 120, burst: 40 };
/** Revocations are remembered longer than a ticket lives, so that a ticket cannot outlive its session. */
const REVOKED_MEMORY_MS = 60_000;
/** How often the sessions behind the sockets are looked up, for those whose time has run out. */
const LIVING_MS = 30_000;
const CLOSE_GRACE_MS = 500;
/** Pause before the next try when the database did not answer. */
const RETRY_MS = 500;

const CLOSE = { goingAway: 1001, unsupported: 1003, policy: 1008, revoked: 4001, silent: 4002 } as const;

/** The members' socket at `/connect`: heartbeat, numbered messages, gap fill; several processes share one database. */
export class SocketHub {
  readonly #options: HubOptions;
  readonly #connections = new Connections();
  readonly #wss = new WebSocketServer({
    noServer: true,
    maxPayload: PAYLOAD_BYTES_MAX,
    perMessageDeflate: false,
    clientTracking: false,
  });
  readonly #incoming = new TokenBuckets();
  readonly #revoked = new Map<string, number>();
  readonly #dirty = new Set<string>();
  readonly #cleanups: (() => void)[] = [];
  readonly #recent = new RecentBroadcasts(performance.now());
  #flushing: Promise<void> | undefined;
  #livingDue = 0;
  #stopped = false;

  constructor(options: HubOptions) {
    this.#options = options;
  }

  get size(): number {
    return this.#connections.size;
  }

  /** Starts to hear notifications and to answer upgrades of this server. */
  async attach(server: Server): Promise<void> {
    const { listener, sweepMs = SWEEP_MS } = this.#options;
    this.#cleanups.push(
      await listener.on(SOCKET_CHANNEL, (payload) => unpackMembers(payload).forEach((id) => this.#push(id))),
      await listener.on(EVERYONE_CHANNEL, (text) => this.#broadcast(text)),
      await listener.on(REVOKED_CHANNEL, (sessionId) => this.#revoke(sessionId)),
      listener.onReconnect(() => {
        for (const memberId of this.#connections.memberIds()) this.#push(memberId);
        this.#recent.lost(performance.now());
        for (const connection of this.#connections.all()) this.#write(connection, RESYNC);
        void this.#dropEnded();
      }),
    );
    this.#recent.lost(performance.now());
    this.#wss.on('headers', (lines) => {
      for (const [name, value] of Object.entries(this.#options.headers)) lines.push(`${name}: ${value}`);
    });
    const sweep = setInterval(() => this.#sweep(), sweepMs);
    this.#cleanups.push(() => clearInterval(sweep));
    server.on('upgrade', (request: IncomingMessage, wire: Duplex, head: Buffer) => {
      wire.on('error', () => wire.destroy());
      void this.#upgrade(request, wire, head);
    });
  }

  /** Says goodbye to everyone; clients come back to another process or after the restart. */
  async stop(): Promise<void> {
    this.#stopped = true;
    for (const cleanup of this.#cleanups) cleanup();
    for (const connection of this.#connections.all()) connection.ws.close(CLOSE.goingAway);
    await Promise.race([this.#flushing, wait(CLOSE_GRACE_MS)]);
    for (const connection of this.#connections.all()) connection.ws.terminate();
  }

  async #upgrade(request: IncomingMessage, wire: Duplex, head: Buffer): Promise<void> {
    if (this.#stopped) return refuseUpgrade(wire, 503, this.#options);
    const admitted = await admitUpgrade(request, this.#options, this.#connections).catch((error: unknown) => {
      this.#options.log.warn({ error }, 'socket not admitted');
      return 503;
    });
    if (typeof admitted === 'number') return refuseUpgrade(wire, admitted, this.#options);
    const { owner, address } = admitted;
    // A ticket can be older than the session's end, and this process younger.
    const lives = await this.#options
      .listLiving([owner.sessionId])
      .then((living) => living.has(owner.sessionId))
      .catch(() => false);
    const isFull = this.#connections.ofMember(owner.memberId).size >= PER_MEMBER_MAX;
    if (isFull || !lives || this.#revoked.has(owner.sessionId) || wire.destroyed) {
      this.#connections.release(address);
      return refuseUpgrade(wire, isFull ? 429 : 401, this.#options);
    }
    const { memberId, sessionId, seq, missedMs } = owner;
    let isOpen = false;
    this.#wss.handleUpgrade(request, wire, head, (ws) => {
      isOpen = true;
      this.#open({ ws, wire, address, memberId, sessionId, sent: seq, heardAt: performance.now() }, missedMs);
    });
    // A handshake that ws refused by itself never became a connection.
    if (!isOpen) this.#connections.release(address);
  }

  #open(connection: Connection, missedMs: number | null): void {
    const { ws } = connection;
    this.#connections.add(connection);
    this.#options.metrics.sockets.set(this.#connections.size);
    ws.on('message', (data, isBinary) => this.#hear(connection, data, isBinary));
    ws.on('error', () => ws.terminate());
    ws.on('close', () => {
      this.#connections.remove(connection);
      this.#options.metrics.sockets.set(this.#connections.size);
    });
    // Before anything new: an older state of a candle would stand where the newer one was.
    if (missedMs !== null) this.#replay(connection, missedMs);
    this.#push(connection.memberId);
  }

  /** What everybody was told in the last milliseconds; where that is not known any more, they load afresh. */
  #replay(connection: Connection, ms: number): void {
    const frames = this.#recent.since(performance.now() - ms) ?? [RESYNC];
    for (const frame of frames) this.#write(connection, frame);
  }

  #hear(connection: Connection, data: RawData, isBinary: boolean): void {
    connection.heardAt = performance.now();
    if (this.#incoming.take(connection.sessionId, INCOMING) > 0)
      return this.#drop(connection, CLOSE.policy, 'flood');
    if (isBinary) return this.#drop(connection, CLOSE.unsupported, 'binary');
    const text = (data as Buffer).toString('utf8');
    if (text === 'Ping') return this.#write(connection, PONG);
    const after = readAfter(text);
    if (after === undefined) return this.#drop(connection, CLOSE.policy, 'nonsense');
    void this.#fill(connection, after);
  }

  /** Sends again everything after a number, or says that the client must load afresh. */
  async #fill(connection: Connection, after: bigint): Promise<void> {
    try {
      const last = await readLastSeq(this.#options.db, connection.memberId);
      const isTooFar = after > last || last - after > BigInt(TAIL_MAX);
      const isGone = after < last && !(await hasNext(this.#options.db, connection.memberId, after));
      if (isTooFar || isGone) return this.#resync(connection, last);
      connection.sent = after;
      this.#push(connection.memberId);
    } catch (error) {
      this.#options.log.warn({ error }, 'socket gap not filled');
      this.#drop(connection, CLOSE.goingAway, 'fault');
    }
  }

  #resync(connection: Connection, last: bigint): void {
    connection.sent = last;
    this.#write(
      connection,
      encodeTextFrame(JSON.stringify({ ...formatPush(resync, {}), seq: Number(last) })),
    );
  }

  #push(memberId: string): void {
    if (this.#connections.ofMember(memberId).size === 0) return;
    this.#dirty.add(memberId);
    this.#flushing ??= this.#flush().finally(() => {
      this.#flushing = undefined;
    });
  }

  /** One reader at a time, so that each socket gets its messages in order. What came meanwhile is read in the next round. */
  async #flush(): Promise<void> {
    while (this.#dirty.size > 0 && !this.#stopped) {
      // Notifications of one turn become one query.
      await new Promise(setImmediate);
      const after = new Map<string, bigint>();
      for (const memberId of this.#dirty) {
        const sent = [...this.#connections.ofMember(memberId)].map((connection) => connection.sent);
        const least = sent.reduce((a, b) => (a < b ? a : b), sent[0] ?? 0n);
        if (sent.length > 0) after.set(memberId, least);
      }
      this.#dirty.clear();
      try {
        for (const row of await readTails(this.#options.db, after)) {
          this.#deliver(row, after.get(row.memberId) ?? 0n);
        }
      } catch (error) {
        this.#options.log.warn({ error }, 'socket messages not read');
        for (const memberId of after.keys()) this.#dirty.add(memberId);
        await wait(RETRY_MS);
      }
    }
  }

  /** `after` is where the reading began. */
  #deliver(row: TailRow, after: bigint): void {
    let frame: Buffer | undefined;
    for (const connection of this.#connections.ofMember(row.memberId)) {
      // Had, or asked meanwhile for more than was read: then the next round brings it.
      if (row.seq <= connection.sent || connection.sent < after) continue;
      // A hole: what was in between has been cleaned away.
      if (row.seq !== connection.sent + 1n) void this.#fillHole(connection);
      else {
        frame ??= encodeTextFrame(row.frameText);
        connection.sent = row.seq;
        this.#write(connection, frame);
      }
    }
  }

  async #fillHole(connection: Connection): Promise<void> {
    connection.sent = await readLastSeq(this.#options.db, connection.memberId).catch(() => connection.sent);
    this.#resync(connection, connection.sent);
  }

  #broadcast(text: string): void {
    const frame = encodeTextFrame(text);
    this.#recent.add(frame, performance.now());
    for (const connection of this.#connections.all()) this.#write(connection, frame);
  }

  /** Writes a frame past ws's own encoder: nothing is compressed or masked, so frames stay whole and in order. */
  #write(connection: Connection, frame: Buffer): void {
    if (connection.ws.readyState !== connection.ws.OPEN) return;
    if (connection.wire.writableLength > BUFFERED_BYTES_MAX) {
      this.#options.metrics.socketsDropped.inc({ reason: 'slow' });
      connection.ws.terminate();
      return;
    }
    connection.wire.write(frame);
  }

  #revoke(sessionId: string): void {
    this.#revoked.set(sessionId, performance.now());
    for (const connection of this.#connections.all()) {
      if (connection.sessionId === sessionId) this.#drop(connection, CLOSE.revoked, 'revoked');
    }
    sql`delete from socket_ticket where session_id = ${sessionId}`
      .execute(this.#options.db)
      .catch((error: unknown) =>
        this.#options.log.warn({ error }, 'tickets of a revoked session not deleted'),
      );
  }

  /** Closes the sockets of sessions that have ended without a word; tried again by the next sweep where the database does not answer. */
  async #dropEnded(): Promise<void> {
    this.#livingDue = performance.now() + (this.#options.livingMs ?? LIVING_MS);
    const asked = [...this.#connections.all()];
    if (asked.length === 0) return;
    try {
      const living = await this.#options.listLiving(asked.map(({ sessionId }) => sessionId));
      for (const connection of asked)
        if (!living.has(connection.sessionId)) this.#drop(connection, CLOSE.revoked, 'revoked');
    } catch (error) {
      this.#livingDue = 0;
      this.#options.log.warn({ error }, 'sessions of sockets not looked up');
    }
  }

  #sweep(): void {
    const now = performance.now();
    if (now >= this.#livingDue) void this.#dropEnded();
    const { silenceMsMax = SILENCE_MS_MAX } = this.#options;
    for (const connection of this.#connections.all()) {
      if (now - connection.heardAt > silenceMsMax) this.#drop(connection, CLOSE.silent, 'silent');
    }
    for (const [sessionId, at] of this.#revoked) {
      if (now - at > REVOKED_MEMORY_MS) this.#revoked.delete(sessionId);
    }
  }

  #drop(connection: Connection, code: number, reason: string): void {
    this.#options.metrics.socketsDropped.inc({ reason });
    connection.ws.close(code);
    // Nothing more is written to it, and a client that does not answer the goodbye is cut off.
    this.#connections.remove(connection);
    setTimeout(() => connection.ws.terminate(), CLOSE_GRACE_MS).unref();
  }
}

const PONG = encodeTextFrame('Pong');
/** Without a number: those of the member go on. */
const RESYNC = encodeTextFrame(JSON.stringify({ ...formatPush(resync, {}), seq: 0 }));

/** Reads `{"after": 17}`; undefined for anything else. */
function readAfter(text: string): bigint | undefined {
  const digits = /^\s*\{\s*"after"\s*:\s*(\d{1,15})\s*\}\s*$/.exec(text)?.[1];
  return digits === undefined ? undefined : BigInt(digits);
}
