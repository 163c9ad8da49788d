import { call } from './api-client.ts';
import { queryClient } from './query.ts';

/** A push as it travels (calls.md "Socket"). */
type SocketMessage = { type: string; data: unknown; seq: number };
type Events = { onMessage(message: SocketMessage): void; onState(live: boolean): void };

/** Specification §9: socket. */
const CONNECT_TIMEOUT_MS = 60_000;
const HEARTBEAT_MS = 10_000;
const SILENCE_MS = 30_000;
const RECONNECT_MS = 3_000;
const QUICK_TRIES = 10;
const SLOW_RECONNECT_MS = 30_000;

/** After a longer time away everything is asked for anew; the server tells again what it told in less (READ_FOR_MAX_MS of calls). */
const AWAY_MAX_MS = 60_000;
/**
 * What was read before the first ticket may lack what was told meanwhile. A page that was open for longer before it (a login that
 * took its time) has not been away.
 */
const READ_FOR_MAX_MS = AWAY_MAX_MS - 1_000;

/**
 * One socket for the app: ticket, heartbeat every 10 s, reconnect every 3 s up to 10 times, after that on wake, online or
 * focus with a 30 s cap, and at once when the server answers something else. What was missed while away comes on reopening: the member's
 * own by its numbers, what everybody was told by the time for which nothing was heard.
 */
class LiveSocket {
  private socket: WebSocket | undefined;
  private tries = 0;
  private lastSeq: number | undefined;
  private lastHeard = 0;
  /** When the pings were sent that are not answered yet, oldest first; epoch ms. */
  private pings: number[] = [];
  /**
   * Everything that was told before has been heard, or was there when the page began to read; epoch ms. Only an answered ping
   * says so: what the server writes comes in order, and what it tells again may be cut off in the middle.
   */
  private heardTo = Date.now() - Math.min(performance.now(), READ_FOR_MAX_MS);
  private closed = false;
  private giveUp: () => void = () => undefined;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private readonly events: Events;
  private readonly unfollow: () => void;

  constructor(events: Events) {
    this.events = events;
    for (const name of ['online', 'focus'] as const) window.addEventListener(name, this.wake);
    document.addEventListener('visibilitychange', this.wake);
    // After a long outage the server is back before the next slow try: what the page reads says so.
    this.unfollow = queryClient.getQueryCache().subscribe((event) => {
      if (event.type !== 'updated' || event.action.type !== 'success' || this.tries <= QUICK_TRIES) return;
      // One ticket for all that is answered together.
      this.tries = QUICK_TRIES;
      this.wake();
    });
    this.wake();
  }

  private readonly wake = (): void => {
    if (document.visibilityState !== 'visible') return;
    // After a sleep the next beat may be ten seconds away.
    if (this.socket?.readyState === WebSocket.OPEN && this.isSilent()) this.giveUp();
    void this.connect();
  };

  private again(): void {
    if (this.closed) return;
    this.events.onState(false);
    this.tries += 1;
    clearTimeout(this.timer);
    this.timer = setTimeout(
      () => void this.connect(),
      this.tries <= QUICK_TRIES ? RECONNECT_MS : SLOW_RECONNECT_MS,
    );
  }

  private receive(text: string): void {
    this.lastHeard = Date.now();
    if (text === 'Pong') {
      this.heardTo = this.pings.shift() ?? this.heardTo;
      return;
    }
    const message = JSON.parse(text) as SocketMessage;
    const { type, seq } = message;
    // 0: told to everybody. What came already comes again where it was asked for, and is not shown twice.
    if (seq > 0) {
      if (seq <= (this.lastSeq ?? 0) && type !== 'resync') return;
      this.lastSeq = seq;
    }
    this.events.onMessage(message);
  }

  private ping(opened: WebSocket): void {
    this.pings.push(Date.now());
    opened.send('Ping');
  }

  private start(opened: WebSocket, away: number): void {
    this.tries = 0;
    this.lastHeard = Date.now();
    this.pings = [];
    this.events.onState(true);
    if (this.lastSeq !== undefined) opened.send(JSON.stringify({ after: this.lastSeq }));
    if (away > AWAY_MAX_MS) this.events.onMessage({ type: 'resync', data: {}, seq: 0 });
    // Its answer is the end of what is told again.
    this.ping(opened);
  }

  /** Follows a socket until it closes, or nothing is heard of it. Its end may be told a minute later, when another one is up. */
  private follow(opened: WebSocket, away: number): void {
    let beat: ReturnType<typeof setInterval> | undefined;
    const leave = () => {
      clearTimeout(limit);
      clearInterval(beat);
      opened.close();
      if (this.socket !== opened) return;
      this.socket = undefined;
      this.again();
    };
    this.giveUp = leave;
    const limit = setTimeout(leave, CONNECT_TIMEOUT_MS);
    opened.addEventListener('open', () => {
      clearTimeout(limit);
      this.start(opened, away);
      beat = setInterval(() => {
        if (this.isSilent()) leave();
        else this.ping(opened);
      }, HEARTBEAT_MS);
    });
    opened.addEventListener('message', (event: MessageEvent<string>) => {
      if (this.socket === opened) this.receive(event.data);
    });
    opened.addEventListener('close', leave);
  }

  private isSilent(): boolean {
    return Date.now() - this.lastHeard > SILENCE_MS;
  }

  private isUp(): boolean {
    return this.socket?.readyState === WebSocket.OPEN || this.socket?.readyState === WebSocket.CONNECTING;
  }

  private async connect(): Promise<void> {
    clearTimeout(this.timer);
    if (this.closed || this.isUp()) return;
    try {
      const away = Math.max(0, Date.now() - this.heardTo);
      const readfor = Math.min(Math.round(away), AWAY_MAX_MS);
      const { ticket, seq } = await call('Users/SocketTicket', { readfor });
      this.lastSeq ??= seq;
      if (this.closed || this.isUp()) return;
      const scheme = location.protocol === 'https:' ? 'wss' : 'ws';
      const opened = new WebSocket(
        `${scheme}://${location.host}/connect?Token=${encodeURIComponent(ticket)}`,
      );
      this.socket = opened;
      this.follow(opened, away);
    } catch {
      this.again(); // no ticket now: the server is away or the session ended, which the call has told already
    }
  }

  close(): void {
    this.closed = true;
    clearTimeout(this.timer);
    this.unfollow();
    for (const name of ['online', 'focus'] as const) window.removeEventListener(name, this.wake);
    document.removeEventListener('visibilitychange', this.wake);
    const { socket } = this;
    this.socket = undefined; // what it still says is heard by nobody
    socket?.close();
  }
}

/** Opens the app's socket and keeps it open until it is closed. */
export function openSocket(onMessage: Events['onMessage'], onState: Events['onState']): { close(): void } {
  return new LiveSocket({ onMessage, onState });
}
