/** What the chart draws with: tokens of the page as the browser resolves them at the chart's own place. */
export type ChartColors = {
  surface: string;
  text: string;
  line: string;
  strong: string;
  up: string;
  down: string;
  averages: readonly [string, string, string];
};

/** Hex colour with an alpha; anything else is taken as it is. */
export function faded(color: string, alpha: string): string {
  return /^#[0-9a-f]{6}$/i.test(color) ? color + alpha : color;
}

/** Reads the tokens where the chart stands: theme and up/down convention are set on elements above it. */
export function readColors(host: Element): ChartColors {
  const style = getComputedStyle(host);
  const token = (name: string) => style.getPropertyValue(name).trim();
  return {
    surface: token('--surface'),
    text: token('--ink-2'),
    line: token('--line'),
    strong: token('--line-strong'),
    up: token('--up'),
    down: token('--down'),
    averages: [token('--accent'), token('--warn'), token('--ink-3')],
  };
}
