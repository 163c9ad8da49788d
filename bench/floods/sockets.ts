import { connect } from 'node:net';
import type { Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { inTransaction } from '@openmere/server/platform/db/connect.ts';
import { writeMessages } from '@openmere/server/platform/outbox.ts';
import { Caller } from './requests.ts';
import { onServer } from './running-server.ts';
import type { Member, RunningServer } from './running-server.ts';
import { quantile } from './table.ts';

/**
 * `node bench/floods/sockets.ts [--idle 5000] [--deaf 200] [--ms 60000]`: sockets that only send their Ping, beside some that
 * are written to and never read. Goal (F9, G33): less than 512 MiB resident, p99 of a Pong below a second, the deaf dropped.
 */
const { values: options } = parseArgs({
  options: {
    idle: { type: 'string', default: '5000' },
    deaf: { type: 'string', default: '200' },
    ms: { type: 'string', default: '60000' },
  },
});
const [IDLE, DEAF, MS] = [Number(options.idle), Number(options.deaf), Number(options.ms)];
/** What the server allows. */
const PER_MEMBER = 10;
const PING_MS = 10_000;
const RESIDENT_MIB_MAX = 512;
const PONG_P99_MS_MAX = 1_000;
const OPENED_AT_ONCE = 50;
/** Larger than any message of ours: what a kernel keeps for a client, several megabytes, is full sooner. */
const MESSAGE = { big: 'x'.repeat(100_000) };
const MESSAGE_EVERY_MS = 250;
/** As a browser writes it, under a mask of zeros. */
const PING = Buffer.from([0x81, 0x84, 0, 0, 0, 0, ...Buffer.from('Ping')]);

const print = (line: string): void => void process.stdout.write(`${line}\n`);

/** Opens a socket with a ticket, as a page does; `ms` gets the time of each Pong. */
async function open(url: string, caller: Caller, member: Member, ms: number[] | undefined): Promise<Socket> {
  const { text } = await caller.post('Users/SocketTicket', {}, { token: member.token, keeps: true });
  const { data } = JSON.parse(text) as { data: { ticket: string } | null };
  if (!data) throw new Error(`no ticket: ${text}`);
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  socket.setNoDelay(true);
  await new Promise<void>((resolve, reject) => {
    socket.once('error', reject);
    socket.once('data', (head: Buffer) => {
      const line = head.toString('latin1').split('\r\n', 1)[0] ?? '';
      if (line.includes(' 101 ')) resolve();
      else reject(new Error(`no socket: ${line}`));
    });
    const address = Array.from({ length: 4 }, () => 1 + Math.floor(Math.random() * 250)).join('.');
    socket.write(
      `GET /connect?Token=${data.ticket} HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n` +
        `X-Forwarded-For: ${address}\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n`,
    );
  });
  socket.removeAllListeners('error').on('error', () => socket.destroy());
  let sentAt = 0;
  // Also who reads nothing says that it lives: only being slow may end it.
  const beat = setInterval(() => {
    sentAt = performance.now();
    socket.write(PING);
  }, PING_MS);
  socket.on('close', () => clearInterval(beat));
  if (ms) {
    socket.on('data', (frames: Buffer) => {
      if (frames.includes('Pong')) ms.push(performance.now() - sentAt);
    });
  } else {
    socket.pause();
  }
  return socket;
}

async function openAll(
  server: RunningServer,
  members: readonly Member[],
  ms: number[] | undefined,
  count: number,
): Promise<Socket[]> {
  const caller = new Caller(server.url, OPENED_AT_ONCE);
  const sockets: Socket[] = [];
  let begun = 0;
  const stream = async (): Promise<void> => {
    while (begun < count) {
      const member = members[Math.floor(begun++ / PER_MEMBER)] as Member;
      sockets.push(await open(server.url, caller, member, ms));
    }
  };
  await Promise.all(Array.from({ length: Math.min(OPENED_AT_ONCE, count) }, stream));
  caller.close();
  return sockets;
}

/** What the api says of itself: open sockets, and how many it dropped because they were slow. */
async function readFigures(server: RunningServer): Promise<{ open: number; slow: number }> {
  const text = await (await fetch(`${server.url}/metrics`)).text();
  const figure = (name: string): number =>
    Number(
      text
        .split('\n')
        .find((line) => line.startsWith(name))
        ?.split(' ')[1] ?? 0,
    );
  return { open: figure('openmere_sockets '), slow: figure('openmere_sockets_dropped_total{reason="slow"') };
}

async function run(server: RunningServer): Promise<void> {
  const [idleMembers, deafMembers] = [
    server.members.slice(0, Math.ceil(IDLE / PER_MEMBER)),
    server.members.slice(Math.ceil(IDLE / PER_MEMBER)),
  ];
  const rest = await server.memoryMib();
  const ms: number[] = [];
  const idle = await openAll(server, idleMembers, ms, IDLE);
  const opened = await server.memoryMib();
  const deaf = await openAll(server, deafMembers, undefined, DEAF);
  ms.length = 0;
  let most = 0;
  const end = performance.now() + MS;
  const cpuBefore = await server.cpuMs();
  while (performance.now() < end) {
    const next = performance.now() + MESSAGE_EVERY_MS;
    // To the deaf alone: what all are told would take the machine's whole time for 5,000 sockets.
    if ((await readFigures(server)).slow < DEAF) {
      const told = deafMembers.map(({ id }) => ({ memberId: id, type: 'bench', data: MESSAGE }));
      await inTransaction(server.db, (tx) => writeMessages(tx, told));
    }
    most = Math.max(most, await server.memoryMib());
    await wait(Math.max(0, next - performance.now()));
  }
  const cpuPercent = (100 * ((await server.cpuMs()) - cpuBefore)) / MS;
  const { open: left, slow } = await readFigures(server);
  const [p50, p99] = [quantile(ms, 0.5), quantile(ms, 0.99)];
  print(
    '| idle | deaf | MiB at rest | MiB when open | MiB at most | Pongs | p50 ms | p99 ms | deaf dropped | left open | api’s processor % |',
  );
  print('| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |');
  const cells = [IDLE, DEAF, rest, opened, most, ms.length, p50, p99, slow, left, cpuPercent];
  print(`| ${cells.map((one) => one.toFixed(0)).join(' | ')} |`);
  const failures = [
    most < RESIDENT_MIB_MAX
      ? ''
      : `${most.toFixed(0)} MiB resident; less than ${RESIDENT_MIB_MAX} are allowed`,
    p99 < PONG_P99_MS_MAX
      ? ''
      : `p99 of a Pong ${p99.toFixed(0)} ms; less than ${PONG_P99_MS_MAX} are allowed`,
    slow === DEAF ? '' : `${DEAF - slow} who never read still stay`,
    left === IDLE ? '' : `${left} of ${IDLE} who read stay open`,
  ].filter((one) => one !== '');
  for (const failure of failures) print(`FAILED: ${failure}.`);
  if (failures.length > 0) process.exitCode = 1;
  for (const socket of [...idle, ...deaf]) socket.destroy();
}

await onServer('sockets', Math.ceil(IDLE / PER_MEMBER) + Math.ceil(DEAF / PER_MEMBER), run);
