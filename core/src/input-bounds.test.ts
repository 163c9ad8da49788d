import { expect, test } from 'vitest';
import { allCalls } from './calls.ts';

/** A body is at most this long (server, T28), unless its call says more: what is longer never reaches a schema. */
const LONGEST = 64 * 1024;
/** What makes patterns with choices walk in circles, as long as it can be. */
const trapsOf = (longest: number): string[] =>
  ['a', '0', ' ', '.', '@', '-', 'a.', 'a@', '0.0', '0x', '\u0301', '٠', '\u{1f600}'].flatMap((piece) => {
    const text = piece.repeat(Math.floor(longest / piece.length));
    return [text, `${text}!`, `a@${text}.`, `0x${text}`, `{"${text}`];
  });
const traps = trapsOf(LONGEST);
/** A walk in circles over this length would take minutes. */
const SLOWEST_MS = 100;

/** The machine may be busy with something else once, but not five times: a walk in circles is slow every time. */
function quickestMs(work: () => unknown): number {
  let quickest = Infinity;
  for (let turn = 0; turn < 5 && quickest > SLOWEST_MS; turn += 1) {
    const started = performance.now();
    work();
    quickest = Math.min(quickest, performance.now() - started);
  }
  return quickest;
}

test('refuses: any parameter that no call names: every input is closed (T06)', () => {
  for (const { path, input } of allCalls) {
    const parsed = input.safeParse({ isAdmin: 'true' });
    expect(parsed.success, path).toBe(false);
    const codes = parsed.error?.issues.map(({ code }) => code);
    expect(codes, path).toContain('unrecognized_keys');
  }
});

test('refuses: texts without end in every parameter, in no time (T28, T29)', () => {
  let tried = 0;
  for (const { path, input, bytes = LONGEST } of allCalls) {
    const texts = bytes > LONGEST ? trapsOf(bytes) : traps;
    for (const field of Object.keys(input.shape)) {
      for (const text of texts) {
        const parsed = input.safeParse({ [field]: text });
        const ms = quickestMs(() => input.safeParse({ [field]: text }));
        expect(ms, `${path} ${field} ${text.slice(0, 6)}`).toBeLessThan(SLOWEST_MS);
        // White space at the ends is taken off first: what is left then may be short.
        const isRefused = parsed.error?.issues.some((issue) => issue.path[0] === field) ?? false;
        expect(isRefused || text.trim().length < 10, `${path} ${field}`).toBe(true);
        tried += 1;
      }
    }
  }
  expect(tried).toBeGreaterThan(4_000);
});

test('behavior: every call says its secrets, and each of them is a parameter of it', () => {
  for (const { path, input, secrets } of allCalls) {
    for (const field of secrets) expect(Object.keys(input.shape), path).toContain(field);
    const named = Object.keys(input.shape).filter((name) => /password|^old$/.test(name));
    expect([...named].sort(), path).toEqual([...secrets].sort());
  }
});
