import { createDice, TRADER_COUNT, withOneASecond } from './plan.ts';
import type { Step } from './plan.ts';

/**
 * The demo community: about forty members in four generations. Who invited whom, when they join, and what they do for four weeks is
 * planned from a fixed seed. They are registered when the installation is seeded; all else they do by transactions of their own keys.
 */
export type DemoMember = {
  /** Index of the inviter; undefined: the root. */
  inviter: number | undefined;
  nickname: string;
  /** Unix seconds. */
  joinsAt: number;
};

const UNIT = 10n ** 18n;
const HOUR = 3_600;
/** The later generations join within the first half of the span. */
const JOINING_SPAN_SEC = 13 * 86_400;
/** Nothing is done in the first hours: the price needs its first half hour. */
const FIRST_JOIN_SEC = 2 * HOUR;
/** Joining takes several blocks, a second each. */
const JOIN_SEC = 20;
const QUIET_END_SEC = 60;
/** Power is minted where the price has not moved for so long: then its average is known without anybody having looked. */
const CALM_SEC = 40 * 60;
const MINT_AFTER_SEC = 35 * 60;

/** Six means of at least five minutes make an average; one more look begins the first of them. */
const LOOK_SEC = 5 * 60 + 1;
const LOOKS = 7;

const nicknames =
  'Maya Jun Lena Omar Mei Tom Aya Ravi Noa Kai Ines Bo Yuki Sam Linh Ana Theo Mina Leo Hana Ivo Suri Nils Joon Ada Rui Zara Ken Alma Dao Iris Max Nia Pia Sol Tao Uma Vito Wen Zoe'.split(
    ' ',
  );

export const communityCount = nicknames.length;

/** Inviters within each generation: the first of a generation has the largest team. */
function inviterOf(index: number): number | undefined {
  if (index < 3) return undefined;
  if (index < 11) return [0, 0, 0, 1, 1, 2, 0, 2][index - 3];
  if (index < 25) return 3 + ((index - 11) % 8);
  return 11 + ((index - 25) % 14);
}

/** The members of a chain that began at `from` (Unix seconds), each after its inviter. */
export function planMembers(from: number): DemoMember[] {
  return nicknames.map((nickname, index) => ({
    nickname,
    inviter: inviterOf(index),
    joinsAt: from + FIRST_JOIN_SEC + Math.floor((JOINING_SPAN_SEC * index) / nicknames.length),
  }));
}

/** What the community does between two moments, woven into what the market does anyway. */
export function planCommunity(from: number, until: number, market: readonly Step[]): Step[] {
  const roll = createDice(20_260_202);
  const end = until - QUIET_END_SEC;
  const members = planMembers(from);
  const moves: Step[] = [];
  for (const [index, { joinsAt }] of members.entries()) {
    const trader = TRADER_COUNT + index;
    moves.push({ time: joinsAt, trader, act: { kind: 'join' } });
    const count = 8 + (roll() % 6);
    for (let trade = 0; trade < count; trade += 1) {
      const time = joinsAt + HOUR + (roll() % Math.max(1, end - joinsAt - HOUR));
      const usdt = (60n + (BigInt(roll() % 1_000) * BigInt(roll() % 1_000)) / 1_500n) * UNIT;
      moves.push({ time, trader, act: { kind: roll() % 5 < 3 ? 'buy' : 'sell', usdt } });
    }
    const add = { kind: 'add' as const, usdt: (200n + BigInt(roll() % 5) * 100n) * UNIT };
    if (index % 3 === 0) moves.push({ time: joinsAt + 6 * HOUR, trader, act: add });
    if (index === 0 || index === 4)
      moves.push({ time: joinsAt + 9 * HOUR, trader, act: { kind: 'medal', tokenType: 3 } });
  }
  const woven = inOrder([...market, ...moves], end);
  return inOrder([...woven, ...mintsIn(woven, members), ...looksUntil(end)], end);
}

/** Looks that end now: otherwise nobody could mint until the keeper has looked for half an hour. */
function looksUntil(end: number): Step[] {
  return Array.from({ length: LOOKS }, (_, index) => ({
    time: end - 1 - (LOOKS - 1 - index) * LOOK_SEC,
    trader: 0,
    act: { kind: 'look' as const },
  }));
}

/** One minting for each member who mints (one in five does not, and reads why no reward came), each in a calm of the market. */
function mintsIn(steps: readonly Step[], members: readonly DemoMember[]): Step[] {
  let at = 0;
  return members.flatMap(({ joinsAt }, index) => {
    if (index % 5 === 4) return [];
    while (at < steps.length - 1 && !isCalm(steps, at, joinsAt)) at += 1;
    const before = steps[at];
    if (at >= steps.length - 1 || before === undefined) return [];
    // The next one takes another calm.
    at += 1;
    const usdt = (70n + BigInt((index * 37) % 9) * 40n) * UNIT;
    return [
      { time: before.time + MINT_AFTER_SEC, trader: TRADER_COUNT + index, act: { kind: 'mint', usdt } },
    ];
  });
}

function isCalm(steps: readonly Step[], at: number, joinsAt: number): boolean {
  const [before, after] = [steps[at], steps[at + 1]];
  return (
    before !== undefined &&
    after !== undefined &&
    before.time > joinsAt + JOIN_SEC &&
    after.time - before.time > CALM_SEC
  );
}

/** In the order of time, each with the room that it needs, up to `end`. */
function inOrder(steps: readonly Step[], end: number): Step[] {
  let free = 0;
  const roomy = steps
    .toSorted((a, b) => a.time - b.time)
    .map((step) => {
      const time = Math.max(step.time, free);
      free = time + (step.act.kind === 'join' ? JOIN_SEC : 1);
      return { ...step, time };
    });
  return withOneASecond(roomy).filter(({ time }) => time < end);
}
