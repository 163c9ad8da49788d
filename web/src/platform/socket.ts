import { call } from './api-client.ts';

/** What the server pushes (calls.md "Socket"). */
export type SocketMessage = { type: string; data: unknown; seq: number };
type Listener = (message: SocketMessage) => void;

const heartbeatMs = 10_000;
const silenceMs = 30_000;
const reconnectMs = 3_000;
const quickTries = 10;
const slowReconnectMs = 30_000;

/**
 * One socket for the app: ticket, heartbeat every 10 s, reconnect every 3 s up to 10 times, after that on wake, online or
 * focus with a 30 s cap. Sequence numbers: what was missed while away is asked for on reopening.
 */
export function openSocket(onMessage: Listener, onState: (live: boolean) => void): { close(): void } {
  let socket: WebSocket | undefined;
  let tries = 0;
  let lastSeq: number | undefined;
  let lastHeard = 0;
  let closed = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let beat: ReturnType<typeof setInterval> | undefined;

  const again = () => {
    if (closed) return;
    onState(false);
    tries += 1;
    clearTimeout(timer);
    timer = setTimeout(connect, tries <= quickTries ? reconnectMs : slowReconnectMs);
  };

  const receive = (event: MessageEvent<string>) => {
    lastHeard = Date.now();
    if (event.data === 'Pong') return;
    const message = JSON.parse(event.data) as SocketMessage;
    if (typeof message.seq === 'number') lastSeq = Math.max(lastSeq ?? 0, message.seq);
    onMessage(message);
  };

  const start = (opened: WebSocket) => {
    tries = 0;
    lastHeard = Date.now();
    onState(true);
    if (lastSeq !== undefined) opened.send(JSON.stringify({ after: lastSeq }));
    beat = setInterval(() => {
      if (Date.now() - lastHeard > silenceMs) opened.close();
      else opened.send('Ping');
    }, heartbeatMs);
  };

  async function connect(): Promise<void> {
    clearTimeout(timer);
    if (closed || socket?.readyState === WebSocket.OPEN || socket?.readyState === WebSocket.CONNECTING)
      return;
    try {
      const { ticket, seq } = await call('Users/SocketTicket', {});
      lastSeq ??= seq;
      if (closed) return;
      const scheme = location.protocol === 'https:' ? 'wss' : 'ws';
      const opened = new WebSocket(
        `${scheme}://${location.host}/connect?Token=${encodeURIComponent(ticket)}`,
      );
      socket = opened;
      opened.onopen = () => start(opened);
      opened.onmessage = receive;
      opened.onclose = () => {
        clearInterval(beat);
        again();
      };
    } catch {
      again();
    }
  }

  const wake = () => {
    if (document.visibilityState === 'visible') void connect();
  };
  for (const name of ['online', 'focus'] as const) window.addEventListener(name, wake);
  document.addEventListener('visibilitychange', wake);
  void connect();

  return {
    close() {
      closed = true;
      clearTimeout(timer);
      clearInterval(beat);
      for (const name of ['online', 'focus'] as const) window.removeEventListener(name, wake);
      document.removeEventListener('visibilitychange', wake);
      socket?.close();
    },
  };
}
