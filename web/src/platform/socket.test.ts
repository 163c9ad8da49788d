// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { queryClient } from './query.ts';
import { openSocket } from './socket.ts';

/** A socket that opens when it is told to, and closes at once unless it lingers: a lost line is given up only after a while. */
class SlowSocket extends EventTarget {
  static readonly CONNECTING = 0;
  static readonly OPEN = 1;
  static readonly CLOSING = 2;
  static readonly CLOSED = 3;
  static made: SlowSocket[] = [];
  readyState = SlowSocket.CONNECTING;
  lingers = false;
  readonly sent: string[] = [];
  constructor() {
    super();
    SlowSocket.made.push(this);
  }

  send(text: string): void {
    this.sent.push(text);
  }

  hear(seq: number, type = 'notice'): void {
    const data = JSON.stringify({ type, data: {}, seq });
    this.dispatchEvent(new MessageEvent('message', { data }));
  }

  pong(): void {
    this.dispatchEvent(new MessageEvent('message', { data: 'Pong' }));
  }

  open(): void {
    this.readyState = SlowSocket.OPEN;
    this.dispatchEvent(new Event('open'));
  }

  close(): void {
    if (this.readyState === SlowSocket.CLOSED) return;
    this.readyState = this.lingers ? SlowSocket.CLOSING : SlowSocket.CLOSED;
    if (this.lingers) return;
    this.dispatchEvent(new Event('close'));
  }
}

const ticket = { success: true, code: 'ok', msg: '', data: { ticket: 'ticket', seq: 4 } };
let states: boolean[];
let heard: number[];
let live: { close(): void };

beforeEach(async () => {
  vi.useFakeTimers();
  SlowSocket.made = [];
  vi.stubGlobal('WebSocket', SlowSocket);
  vi.stubGlobal(
    'fetch',
    vi.fn(() => Promise.resolve(Response.json(ticket))),
  );
  states = [];
  heard = [];
  live = openSocket(
    ({ seq }) => heard.push(seq),
    (isLive) => states.push(isLive),
  );
  await vi.advanceTimersByTimeAsync(0);
});
afterEach(() => {
  live.close();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

const newest = (): SlowSocket => {
  const socket = SlowSocket.made.at(-1);
  if (!socket) throw new Error('no socket was opened');
  return socket;
};

test('refuses: to wait longer than 60 seconds for a socket to open, and tries again (specification §9)', async () => {
  expect(SlowSocket.made).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(59_999);
  expect(newest().readyState).toBe(SlowSocket.CONNECTING);
  expect(states).toEqual([]);
  await vi.advanceTimersByTimeAsync(1);
  expect(newest().readyState).toBe(SlowSocket.CLOSED);
  expect(states).toEqual([false]);
  await vi.advanceTimersByTimeAsync(3_000);
  expect(SlowSocket.made).toHaveLength(2);
});

test('behavior: one that opens in time stays, and asks for what it missed', async () => {
  await vi.advanceTimersByTimeAsync(59_000);
  newest().open();
  expect(states).toEqual([true]);
  expect(newest().sent).toEqual(['{"after":4}', 'Ping']);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(newest().sent.at(-1)).toBe('Ping');
  expect(newest().readyState).toBe(SlowSocket.OPEN);
});

const asked = (): { readfor: number }[] =>
  vi.mocked(fetch).mock.calls.map(([, init]) => JSON.parse(init?.body as string));

test('behavior: a ticket asks for what was told while nothing was heard: while the page was reading, while it was away', async () => {
  expect(asked()).toEqual([{ readfor: expect.any(Number) }]);
  newest().open();
  await vi.advanceTimersByTimeAsync(10_000);
  newest().pong();
  await vi.advanceTimersByTimeAsync(3_000);
  newest().pong();
  newest().close();
  await vi.advanceTimersByTimeAsync(3_000);
  // Since what was sent was answered last, not for how long the page is open.
  expect(asked()).toEqual([{ readfor: expect.any(Number) }, { readfor: 6_000 }]);
});

test('behavior: the first ticket asks for as long as the page has been reading, and a page that is open for longer is not away', async () => {
  live.close();
  for (const [open, readfor] of [
    [45_000, 45_000],
    [600_000, 59_000],
  ]) {
    const reading = vi.spyOn(performance, 'now').mockReturnValue(open ?? 0);
    const types: string[] = [];
    const other = openSocket(
      ({ type }) => types.push(type),
      () => undefined,
    );
    reading.mockRestore();
    await vi.advanceTimersByTimeAsync(0);
    expect(asked().at(-1)).toEqual({ readfor });
    newest().open();
    expect(types).toEqual([]);
    other.close();
  }
});

test('behavior: what was told again and was cut off in the middle is asked for again', async () => {
  const before = asked()[0]?.readfor ?? 0;
  newest().open();
  await vi.advanceTimersByTimeAsync(7_000);
  newest().hear(0, 'trade');
  newest().close();
  await vi.advanceTimersByTimeAsync(3_000);
  expect(asked().at(-1)?.readfor).toBe(before + 10_000);
});

test('behavior: where nothing is heard for 30 seconds another socket opens, whatever becomes of the silent one', async () => {
  const silent = newest();
  silent.open();
  silent.lingers = true;
  await vi.advanceTimersByTimeAsync(40_000);
  expect(silent.readyState).toBe(SlowSocket.CLOSING);
  expect(states).toEqual([true, false]);
  await vi.advanceTimersByTimeAsync(3_000);
  expect(SlowSocket.made).toHaveLength(2);
  newest().open();
  silent.hear(0, 'trade');
  silent.lingers = false;
  silent.close();
  expect(states).toEqual([true, false, true]);
  expect(heard).toEqual([]);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(newest().sent.filter((text) => text === 'Ping')).toHaveLength(2);
  expect(silent.sent.filter((text) => text === 'Ping')).toHaveLength(4);
  expect(SlowSocket.made).toHaveLength(2);
});

test('refuses: to believe in a socket from before a sleep: it is given up as soon as somebody looks, and what was missed is asked for', async () => {
  newest().open();
  newest().lingers = true;
  vi.setSystemTime(Date.now() + 3 * 3_600_000);
  window.dispatchEvent(new Event('focus'));
  await vi.advanceTimersByTimeAsync(0);
  expect(states).toEqual([true, false]);
  expect(SlowSocket.made).toHaveLength(2);
  expect(asked().at(-1)).toEqual({ readfor: 60_000 });
  // One that is on its way stays.
  window.dispatchEvent(new Event('focus'));
  await vi.advanceTimersByTimeAsync(0);
  expect(SlowSocket.made).toHaveLength(2);
  newest().open();
  expect(heard).toEqual([0]);
});

test('behavior: what was told again and did not arrive is asked for again', async () => {
  newest().open();
  await vi.advanceTimersByTimeAsync(2_000);
  newest().close();
  await vi.advanceTimersByTimeAsync(3_000);
  expect(JSON.parse(vi.mocked(fetch).mock.lastCall?.[1]?.body as string).readfor).toBeGreaterThanOrEqual(
    5_000,
  );
});

test('behavior: away for longer than the server tells again, everything is asked for anew', async () => {
  newest().open();
  newest().hear(5);
  newest().close();
  for (let waited = 0; waited < 60_000; waited += 3_000) {
    await vi.advanceTimersByTimeAsync(3_000);
    newest().close();
  }
  await vi.advanceTimersByTimeAsync(30_000);
  expect(JSON.parse(vi.mocked(fetch).mock.lastCall?.[1]?.body as string)).toEqual({ readfor: 60_000 });
  expect(heard).toEqual([5]);
  newest().open();
  expect(heard).toEqual([5, 0]);
});

test('behavior: a message that comes again is heard once; one to everybody each time', async () => {
  newest().open();
  for (const seq of [5, 6, 0, 5, 6, 7, 0]) newest().hear(seq);
  expect(heard).toEqual([5, 6, 0, 7, 0]);
});

test('behavior: told to load afresh, it counts from the number that the server says, lower ones too', async () => {
  newest().open();
  newest().hear(9);
  newest().hear(6, 'resync');
  newest().hear(7);
  expect(heard).toEqual([9, 6, 7]);
});

test('behavior: after an outage that outlasted the quick tries, the first answer of the server brings the socket back', async () => {
  newest().open();
  const { length: made } = SlowSocket.made;
  vi.mocked(fetch).mockRejectedValue(new TypeError('refused'));
  newest().close();
  await vi.advanceTimersByTimeAsync(11 * 3_000);
  expect(states.at(-1)).toBe(false);
  vi.mocked(fetch).mockImplementation(() => Promise.resolve(Response.json(ticket)));
  await queryClient.fetchQuery({ queryKey: ['Users/Info'], queryFn: () => 'here' });
  await vi.advanceTimersByTimeAsync(0);
  expect(SlowSocket.made).toHaveLength(made + 1);
  newest().open();
  expect(states.at(-1)).toBe(true);
  queryClient.clear();
});
