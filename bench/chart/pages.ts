import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'vite';

/** What both pages draw: a random walk of one-minute candles, as rows of trade/Kline; the same in every run. */
const ROWS = `
export function makeRows(count) {
  let seed = 7;
  const random = () => (seed = (seed * 1103515245 + 12345) % 2147483648) / 2147483648;
  const rows = [];
  let close = 0.05;
  for (let at = 0; at < count; at += 1) {
    const open = close;
    close = open * (1 + (random() - 0.5) * 0.01);
    const high = Math.max(open, close) * (1 + random() * 0.003);
    const low = Math.min(open, close) * (1 - random() * 0.003);
    const opentime = new Date(Date.UTC(2026, 0, 1) + at * 60000).toISOString();
    const text = [open, high, low, close].map((price) => price.toFixed(18));
    rows.push({ opentime, open: text[0], high: text[1], low: text[2], close: text[3],
      volumeopen: '1', volumeusdt: (random() * 9000).toFixed(6), trades: 1 });
  }
  return rows;
}`;

/** The library's own first example, with as many candles. */
const BARE = `
import { CandlestickSeries, createChart } from 'lightweight-charts';
import { makeRows } from './rows.js';
const rows = makeRows(window.candles);
window.openChart = () => {
  const chart = createChart(document.querySelector('#chart'), { layout: { attributionLogo: false } });
  const series = chart.addSeries(CandlestickSeries);
  series.setData(rows.map((row) => ({ time: Date.parse(row.opentime) / 1000, open: Number(row.open),
    high: Number(row.high), low: Number(row.low), close: Number(row.close) })));
};`;

/** Ours: volume, three averages, the reader's calendar on the axis. */
const OURS = `
import { openChart } from '@source/chart-canvas.ts';
import { readColors } from '@source/chart-colors.ts';
import { library } from '@source/chart-library.ts';
import { makeRows } from './rows.js';
const rows = makeRows(window.candles);
const host = document.querySelector('#chart');
window.openChart = () => {
  const look = { colors: readColors(host), locale: 'en', decimals: 6 };
  const events = { onPick() {}, onOldest() {} };
  const data = { rows, interval: '1m', averages: [7, 25, 99] };
  openChart(library, host, { compact: false, look, data }, events);
};`;

const STYLE = `:root { --surface: #fdfbf6; --ink-2: #42565a; --ink-3: #5a6a6d; --line: #e1dacb; --line-strong: #8b8577;
  --up: #176b41; --down: #ab332b; --accent: #0d5458; --warn: #7d5200 }
  body { margin: 0 } #chart { width: 390px; height: 440px }`;

export type Pages = { folder: string; remove: () => Promise<void> };
export const pageNames = ['bare', 'ours'] as const;
export type PageName = (typeof pageNames)[number];

function page(name: PageName): string {
  return `<!doctype html><html lang="en"><head><title>${name}</title><style>${STYLE}</style></head>
<body><div id="chart"></div><script type="module" src="/${name}.js"></script></body></html>`;
}

/** Builds both pages as the app is built, into one folder. */
export async function buildPages(root: string): Promise<Pages> {
  const temporary = await mkdtemp(join(tmpdir(), 'openmere-chart-'));
  const source = join(temporary, 'source');
  await mkdir(source);
  const files = { 'rows.js': ROWS, 'bare.js': BARE, 'ours.js': OURS };
  for (const [name, content] of Object.entries(files)) await writeFile(join(source, name), content);
  for (const name of pageNames) await writeFile(join(source, `${name}.html`), page(name));
  const folder = join(temporary, 'dist');
  await build({
    root: source,
    configFile: false,
    logLevel: 'error',
    resolve: {
      alias: {
        '@source': join(root, 'web/src/swap/chart'),
        'lightweight-charts': join(
          root,
          'node_modules/lightweight-charts/dist/lightweight-charts.production.mjs',
        ),
      },
    },
    build: {
      outDir: folder,
      target: 'es2022',
      modulePreload: { polyfill: false },
      rolldownOptions: { input: pageNames.map((name) => join(source, `${name}.html`)) },
    },
  });
  return { folder, remove: () => rm(temporary, { recursive: true, force: true }) };
}
