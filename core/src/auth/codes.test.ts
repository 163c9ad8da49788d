import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  CODE_TRIES,
  LOOK_BUDGET,
  checkCodeSending,
  codeLengthFor,
  isCodeWorthResending,
  lookUnits,
  nextHourlySending,
  sentWithinHour,
} from './codes.ts';
import type { SentCode } from './codes.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const NOW = Date.UTC(2026, 0, 31, 12);
const login = (at: number): SentCode => ({ purpose: 'login', at });

describe('sending', () => {
  test('refuses: a second code within a minute for the same purpose, not for another', () => {
    expect(checkCodeSending(NOW, 'login', [login(NOW - MINUTE + 1)])).toMatchObject({
      code: 'auth.codetoosoon',
      params: { seconds: 1 },
    });
    expect(checkCodeSending(NOW, 'login', [login(NOW)])).toMatchObject({ params: { seconds: 60 } });
    expect(checkCodeSending(NOW, 'password', [login(NOW)])).toBeUndefined();
  });

  test('refuses: the eleventh in an hour and the twenty-first in a day, whatever the purposes', () => {
    const ten = Array.from({ length: 10 }, (_, index) => login(NOW - (index * 5 + 2) * MINUTE));
    expect(checkCodeSending(NOW, 'wallet', ten)).toMatchObject({
      code: 'auth.codetoomany',
      params: { minutes: 13 },
    });
    const twenty = Array.from({ length: 20 }, (_, index) => login(NOW - (index + 1) * HOUR));
    expect(checkCodeSending(NOW, 'bind', twenty)).toMatchObject({
      code: 'auth.codetoomany',
      params: { minutes: 240 },
    });
  });

  test('property: whoever asks whenever they may, the limits hold over every window', () => {
    const asks = fc.record({
      pause: fc.integer({ min: 0, max: 20 * MINUTE }),
      purpose: fc.constantFrom('login', 'password', 'wallet'),
    });
    fc.assert(
      fc.property(fc.array(asks, { maxLength: 200 }), (list) => {
        let now = NOW;
        const sent: SentCode[] = [];
        for (const { pause, purpose } of list) {
          now += pause;
          if (!checkCodeSending(now, purpose, sent)) sent.push({ purpose, at: now });
        }
        for (const { at, purpose } of sent) {
          const within = (ms: number) => sent.filter((one) => one.at >= at && one.at < at + ms);
          expect(within(MINUTE).filter((one) => one.purpose === purpose).length).toBeLessThanOrEqual(1);
          expect(within(HOUR).length).toBeLessThanOrEqual(10);
          expect(within(24 * HOUR).length).toBeLessThanOrEqual(20);
        }
      }),
    );
  });

  test('behavior: when the next mail may go is an hour after the oldest of the hour', () => {
    const sent = [login(NOW - 70 * MINUTE), login(NOW - 50 * MINUTE), login(NOW - MINUTE)];
    expect(sentWithinHour(NOW, sent)).toHaveLength(2);
    expect(nextHourlySending(NOW, sent)).toBe(NOW + 10 * MINUTE);
  });

  test('behavior: a code is sent again in the first half of its life', () => {
    expect(isCodeWorthResending(NOW, NOW - 5 * MINUTE + 1)).toBe(true);
    expect(isCodeWorthResending(NOW, NOW - 5 * MINUTE)).toBe(false);
  });
});

describe('guessing', () => {
  test('property: whatever is guessed in a day, the chance stays at most 1 in 100,000', () => {
    const day = LOOK_BUDGET.own + LOOK_BUDGET.others;
    expect(day <= 10n ** 11n).toBe(true);
    // A guesser asks again and again, ten codes at a time, and uses all five tries at each.
    let used = 0n;
    const lengths: number[] = [];
    for (let round = 0; round < 2_000; round += 1) {
      const codes = Array.from({ length: 10 }, () => codeLengthFor(used));
      // Of six digits only one is given while others are out: its five tries are promised.
      const first = codes[0] ?? 6;
      const rest =
        first === 6 ? Array<number>(9).fill(codeLengthFor(used + 5n * lookUnits(6))) : codes.slice(1);
      for (const length of [first, ...rest]) {
        lengths.push(length);
        used += BigInt(CODE_TRIES) * lookUnits(length);
      }
    }
    expect(used <= LOOK_BUDGET.own).toBe(true);
    expect(lengths).toEqual([...lengths].sort((a, b) => a - b));
    expect(new Set(lengths)).toEqual(new Set([6, 8, 12, 16]));
  });

  test('behavior: six digits for people, more once codes were guessed at', () => {
    expect(codeLengthFor(0n)).toBe(6);
    expect(codeLengthFor(lookUnits(6))).toBe(6);
    expect(codeLengthFor(2n * lookUnits(6))).toBe(8);
    expect(codeLengthFor(LOOK_BUDGET.own)).toBe(16);
  });
});
