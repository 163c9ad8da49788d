import { expect, test } from 'vitest';

type TextReader = { readFileSync(path: string, encoding: 'utf8'): string };
// Vitest empties style sheets on import, and the types of Node do not belong into the web's program.
const files = (await import('node:fs' as string)) as TextReader;
const css = files.readFileSync(new URL('./tokens.css', import.meta.url).pathname, 'utf8');

function blockAfter(selector: string): Map<string, string> {
  const start = css.indexOf(`${selector} {`);
  if (start < 0) throw new Error(`no block ${selector}`);
  const body = css.slice(css.indexOf('{', start) + 1, css.indexOf('}', start));
  return new Map([...body.matchAll(/--([\w-]+):\s*([^;]+);/g)].map((m) => [m[1] ?? '', (m[2] ?? '').trim()]));
}

const light = blockAfter(':root');
const dark = blockAfter(":root[data-theme='dark']");
const preferred = blockAfter(":root:not([data-theme='light'])");

function luminance(hex: string): number {
  const channels = [1, 3, 5].map((i) => Number.parseInt(hex.slice(i, i + 2), 16) / 255);
  const [r = 0, g = 0, b = 0] = channels.map((c) =>
    c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4,
  );
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function contrast(theme: Map<string, string>, a: string, b: string): number {
  const [hexA, hexB] = [theme.get(a), theme.get(b)];
  if (!hexA?.startsWith('#') || !hexB?.startsWith('#')) throw new Error(`no colour ${a} or ${b}`);
  const [high = 0, low = 0] = [luminance(hexA), luminance(hexB)].sort((x, y) => y - x);
  return (high + 0.05) / (low + 0.05);
}

const GROUNDS = ['bg', 'surface', 'raised'];
const TEXTS = ['ink', 'ink-2', 'ink-3', 'accent', 'green', 'red', 'warn', 'danger'];
const TEXT_PAIRS: [string, string][] = [
  ...TEXTS.flatMap((text) => GROUNDS.map((ground): [string, string] => [text, ground])),
  ['accent-ink', 'accent'],
  ['accent-ink', 'accent-press'],
  ['danger-ink', 'danger'],
  ['accent', 'accent-soft'],
  ['ink', 'accent-soft'],
  ['ink-2', 'accent-soft'],
  ['ink', 'warn-soft'],
  ['ink', 'danger-soft'],
  ['ink', 'green-soft'],
  ['green', 'green-soft'],
  ['red', 'red-soft'],
  ['warn', 'warn-soft'],
  ['danger', 'danger-soft'],
  ['ink-2', 'skeleton'],
  ['lake-ink', 'lake'],
  ['lake-ink-2', 'lake'],
  ['lake-ink', 'lake-deep'],
  ['lake-ink', 'lake-sun'],
  ['lake-ink-2', 'lake-sun'],
  ['lake-ink-2', 'lake-deep'],
];
const SHAPE_PAIRS: [string, string][] = GROUNDS.flatMap((ground): [string, string][] => [
  ['focus', ground],
  ['line-strong', ground],
]);

for (const [name, theme] of [
  ['light', light],
  ['dark', dark],
] as const) {
  test(`behavior: text reads at 4.5:1 or better in the ${name} theme`, () => {
    const weak = TEXT_PAIRS.filter(([a, b]) => contrast(theme, a, b) < 4.5).map(
      ([a, b]) => `${a} on ${b} ${contrast(theme, a, b).toFixed(2)}`,
    );
    expect(weak).toEqual([]);
  });

  test(`behavior: focus ring and field edges stand out at 3:1 in the ${name} theme`, () => {
    const weak = SHAPE_PAIRS.filter(([a, b]) => contrast(theme, a, b) < 3).map(
      ([a, b]) => `${a} on ${b} ${contrast(theme, a, b).toFixed(2)}`,
    );
    expect(weak).toEqual([]);
  });
}

test.each(['zh-Hans', 'zh-Hant', 'ja', 'ko'])(
  'behavior: in %s the characters come from a font of that language, not from the device\u2019s',
  (language) => {
    const fonts = new RegExp(`:lang\\(${language}\\) \\{\\s*--font:([^;]*);`).exec(css)?.[1] ?? '';
    expect(fonts).toMatch(/'(?:PingFang|Hiragino|Apple SD)/);
    expect(fonts.indexOf('Noto Sans CJK')).toBeLessThan(fonts.indexOf('system-ui'));
  },
);

test('behavior: the preferred dark theme is the chosen dark theme', () => {
  expect([...preferred]).toEqual([...dark]);
  expect([...light.keys()].toSorted()).toEqual([...dark.keys()].toSorted());
});
