/** Pictures of the demo's goods, drawn in a square of 100: no photographs, no brands. */
const shadow = `<ellipse cx="50" cy="84" rx="30" ry="4" fill="#000" opacity=".12"/>`;
const box = (x: number, y: number, w: number, h: number, fill: string, r = 3): string =>
  `<rect x="${x}" y="${y}" width="${w}" height="${h}" rx="${r}" fill="${fill}"/>`;
const disc = (x: number, y: number, r: number, fill: string): string =>
  `<circle cx="${x}" cy="${y}" r="${r}" fill="${fill}"/>`;
const path = (d: string, fill: string): string => `<path d="${d}" fill="${fill}"/>`;
const line = (d: string, stroke: string, width: number): string =>
  `<path d="${d}" fill="none" stroke="${stroke}" stroke-width="${width}" stroke-linecap="round" stroke-linejoin="round"/>`;

const CLAY = '#b5654a';
const DARK = '#37424f';
const CREAM = '#f6ead8';
const GREEN = '#4e8a63';
const TEAL = '#2f7f86';
const WOOD = '#b98652';
const GOLD = '#e3b04b';
const STEEL = '#8c99a8';

function pencils(): string {
  const colours = [CLAY, GOLD, GREEN, TEAL, '#4b4f8a', '#a04d74'];
  return colours
    .map((colour, at) => {
      const x = 22 + at * 10;
      return (
        box(x, 34, 7, 48, colour, 1) +
        path(`M${x} 34l3.5-12 3.5 12z`, '#f0d3ac') +
        path(`M${x + 2.4} 26l1.1-4 1.1 4z`, DARK)
      );
    })
    .join('');
}

/** Background, then what stands on it. */
export const drawings: Readonly<Record<string, readonly [string, string]>> = {
  teapot: [
    '#e9ddcb',
    shadow +
      line('M74 50q14 2 10 16q-3 8-14 6', TEAL, 4) +
      path('M28 58L12 44q-2-3 2-4l6 1 14 9z', TEAL) +
      path('M24 60q0-18 26-18t26 18q0 22-26 22T24 60z', TEAL) +
      path('M36 43q14-8 28 0z', '#256a70') +
      disc(50, 36, 4, '#256a70') +
      line('M32 58q4-8 12-10', '#6fb3b8', 2),
  ],
  cup: [
    '#e4e9dc',
    shadow +
      path('M30 46h40q0 34-20 36q-20-2-20-36z', CREAM) +
      `<ellipse cx="50" cy="46" rx="20" ry="5" fill="${GREEN}"/>` +
      line('M44 34q-3-5 0-10M54 34q-3-5 0-10', '#ffffff', 2),
  ],
  mug: [
    '#dfe6ee',
    shadow +
      line('M66 48q16-2 14 12q-2 10-14 10', '#2d5d8c', 4) +
      box(30, 38, 38, 44, '#2d5d8c', 5) +
      box(30, 38, 38, 5, '#f4f7fa', 2) +
      disc(40, 58, 2, '#9fc0dd') +
      disc(52, 66, 2, '#9fc0dd') +
      disc(58, 54, 2, '#9fc0dd'),
  ],
  greentea: [
    '#e3ecdd',
    shadow +
      box(32, 32, 36, 50, GREEN, 4) +
      box(34, 24, 32, 10, '#3b6b4c', 3) +
      box(38, 46, 24, 22, CREAM, 2) +
      path('M50 50q10 6 0 15q-10-9 0-15z', GREEN),
  ],
  coffee: [
    '#eadfd3',
    shadow +
      path('M32 34l4-8h28l4 8v44q0 4-4 4H36q-4 0-4-4z', '#6b4a35') +
      box(38, 46, 24, 20, CREAM, 2) +
      `<ellipse cx="50" cy="56" rx="5" ry="7" fill="#6b4a35"/>` +
      line('M50 50q-3 6 0 12', CREAM, 1.5),
  ],
  plate: [
    '#dbe5ea',
    `<ellipse cx="50" cy="56" rx="38" ry="30" fill="#000" opacity=".1"/>` +
      disc(50, 52, 34, '#ffffff') +
      disc(50, 52, 30, '#e7eef2') +
      disc(50, 52, 22, '#ffffff') +
      line('M24 52a26 26 0 0 1 26-26', TEAL, 1.5),
  ],
  bowl: [
    '#efe3d6',
    shadow +
      `<ellipse cx="50" cy="46" rx="30" ry="8" fill="#ffffff"/>` +
      path('M20 46q2 36 30 36t30-36q-6 8-30 8t-30-8z', '#3f6ea3') +
      path('M30 45q4-12 20-13t20 13q-8 6-20 6t-20-6z', '#fbfaf5') +
      line('M30 66q20 10 40 0', '#9fc0dd', 2),
  ],
  chopsticks: [
    '#e8e2d4',
    box(22, 66, 56, 8, '#8a5b39', 4) +
      line('M30 20L44 80M38 18l12 62M58 18L56 80M68 20L62 80', WOOD, 3.5) +
      line('M30 20l4 16M38 18l3 16M58 18v16M68 20l-2 16', CLAY, 3.5),
  ],
  board: [
    '#e2e8e0',
    shadow +
      box(26, 26, 48, 56, WOOD, 7) +
      disc(50, 34, 4, '#e2e8e0') +
      line('M34 46h32M34 56h32M34 66h32', '#a3713f', 1.5),
  ],
  vase: [
    '#ebe0d6',
    shadow +
      line('M50 40V12M50 30q-8-4-10-12M50 28q8-4 12-12', GREEN, 2) +
      disc(50, 12, 4, GOLD) +
      disc(40, 18, 3, '#d8795c') +
      disc(62, 16, 3, '#d8795c') +
      path('M42 38h16q0 8 8 16q8 12-2 28H36q-10-16-2-28q8-8 8-16z', CLAY) +
      line('M35 60q15 6 30 0', CREAM, 2),
  ],
  candle: [
    '#efe6d2',
    shadow +
      path('M50 14q7 9 0 16q-7-7 0-16z', '#f2a33a') +
      line('M50 30v8', DARK, 1.5) +
      box(38, 38, 24, 44, GOLD, 4) +
      line('M42 44h16M42 52h16M42 60h16M42 68h16', '#cf9735', 1.2),
  ],
  lamp: [
    '#2f3c4d',
    `<circle cx="50" cy="46" r="34" fill="#f3d9a0" opacity=".18"/>` +
      box(46, 76, 8, 6, WOOD, 1) +
      path('M30 26q20-10 40 0q8 24 0 48q-20 8-40 0q-8-24 0-48z', '#f7e7c1') +
      line('M27 38q23 8 46 0M25 50q25 8 50 0M27 62q23 8 46 0', '#dcbf83', 1.2),
  ],
  clock: [
    '#dfe5e3',
    `<circle cx="51" cy="53" r="33" fill="#000" opacity=".12"/>` +
      disc(50, 50, 33, WOOD) +
      disc(50, 50, 28, '#fbfaf5') +
      line('M50 26v4M50 70v4M26 50h4M70 50h4', DARK, 2) +
      line('M50 50V34M50 50l12 7', DARK, 3) +
      disc(50, 50, 2.5, CLAY),
  ],
  pot: [
    '#e0ebe2',
    shadow +
      line('M50 48V24M50 40q-12-2-14-14q12 2 14 14M50 36q12-2 14-14q-12 2-14 14', GREEN, 3) +
      path('M36 26q12 0 14 14q-13-1-14-14zM64 22q-12 0-14 14q13-1 14-14z', GREEN) +
      box(28, 46, 44, 9, '#c4714f', 2) +
      path('M32 55h36l-5 27H37z', CLAY),
  ],
  can: [
    '#dde9ea',
    shadow +
      line('M64 42q18-8 16 14q-1 12-16 14', STEEL, 4) +
      path('M34 58L14 36l4-3 20 16z', '#7b8b9b') +
      path('M10 36l10-8 3 5-9 8z', '#5f6f80') +
      box(32, 42, 34, 40, STEEL, 4) +
      `<ellipse cx="49" cy="42" rx="17" ry="4" fill="#5f6f80"/>`,
  ],
  seeds: [
    '#eee7d8',
    shadow +
      path('M30 20h40v62H30z', '#fbf7ec') +
      box(30, 20, 40, 12, GREEN, 0) +
      path('M50 42q16 6 6 22q-2-12-6-14q-4 2-6 14q-10-16 6-22z', GREEN) +
      disc(40, 72, 2, '#6b4a35') +
      disc(50, 74, 2, '#6b4a35') +
      disc(60, 72, 2, '#6b4a35'),
  ],
  notebook: [
    '#e6e1ec',
    shadow +
      box(28, 18, 46, 64, '#4b4f8a', 4) +
      box(28, 18, 8, 64, '#3a3d6e', 3) +
      box(44, 30, 22, 12, CREAM, 2) +
      box(66, 18, 3, 64, CLAY, 0),
  ],
  pencils: ['#f0e8da', pencils()],
  tote: [
    '#e3e6dd',
    shadow +
      line('M38 42V26q0-8 12-8t12 8v16', WOOD, 3) +
      path('M26 38h48l-4 44H30z', CREAM) +
      path('M50 50q12 6 0 22q-12-16 0-22z', GREEN),
  ],
  umbrella: [
    '#d9e4ee',
    path('M14 50q4-30 36-30t36 30q-6-6-12 0q-6-6-12 0q-6-6-12 0q-6-6-12 0q-6-6-12 0q-6-6-12 0z', '#c2524a') +
      line('M50 20v-5M50 50v26q0 7-7 7t-7-6', DARK, 3) +
      line('M50 20q-12 10-12 30M50 20q12 10 12 30', '#9e3f39', 1.2),
  ],
  backpack: [
    '#e7e3d6',
    shadow +
      line('M40 24q0-8 10-8t10 8', DARK, 3) +
      box(28, 22, 44, 60, '#5e7355', 12) +
      box(34, 54, 32, 22, '#4c5f45', 5) +
      line('M30 42h40', '#4c5f45', 2) +
      box(46, 50, 8, 8, GOLD, 2),
  ],
  headphones: [
    '#e0e4ea',
    shadow +
      line('M24 62V50q0-26 26-26t26 26v12', DARK, 5) +
      box(18, 54, 14, 26, '#566273', 6) +
      box(68, 54, 14, 26, '#566273', 6) +
      box(28, 56, 5, 22, CLAY, 2) +
      box(67, 56, 5, 22, CLAY, 2),
  ],
  wallet: [
    '#dbe6e6',
    shadow +
      box(36, 14, 28, 68, DARK, 6) +
      box(40, 20, 20, 26, '#bfe3d6', 2) +
      line('M44 28h12M44 34h8', DARK, 1.6) +
      disc(50, 60, 6, STEEL) +
      disc(50, 60, 3, DARK),
  ],
  key: [
    '#e9e4ec',
    shadow +
      box(32, 28, 36, 38, DARK, 8) +
      box(40, 66, 20, 16, STEEL, 1) +
      disc(50, 44, 9, GOLD) +
      disc(50, 44, 5, '#f4d48a') +
      box(44, 70, 3, 5, DARK, 0) +
      box(53, 70, 3, 5, DARK, 0),
  ],
};
