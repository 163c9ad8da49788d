import { colors, FONTS, wrapText } from '../platform/picture.ts';

export type PosterContent = {
  brand: string;
  headline: string;
  text: string;
  codeLabel: string;
  code: string;
  codeCheck: string;
  scan: string;
  link: string;
  disclosure: string;
};

/** `phone` fills a screen; `print` is A4 at 300 dots an inch. */
export type PosterSize = 'phone' | 'print';
const sizes = { phone: { width: 1080, height: 1920 }, print: { width: 2480, height: 3508 } } as const;

/** All measures are of a poster 1080 wide. */
const WIDTH = 1080;
const SIDE = 88;
const WHITE = '#ffffff';
const CHECK = '#e7c27a';
const SUN = '#1e5f62';
const DEEP = '#0a3c40';
const PALE = '#bdd3cf';

type Pen = CanvasRenderingContext2D;
type Words = { text: string; size: number; weight: number; color: string; lines?: number };

/** Breaks and writes in the middle, smaller until it takes no more lines than allowed. @returns where the next thing may stand. */
function write(pen: Pen, top: number, { text, size, weight, color, lines = 3 }: Words): number {
  let now = size;
  let broken: string[] = [];
  for (; now >= size * 0.6; now -= 2) {
    pen.font = `${weight} ${now}px ${FONTS}`;
    broken = wrapText(text, (line) => pen.measureText(line).width <= WIDTH - 2 * SIDE);
    if (broken.length <= lines) break;
  }
  pen.fillStyle = color;
  const step = now * 1.35;
  broken.forEach((line, at) => pen.fillText(line, WIDTH / 2, top + now + at * step));
  return top + now + (broken.length - 1) * step + now * 0.35;
}

/** The lake: a low sun on the waterline, and its broken reflection. */
function paintLake(pen: Pen, waterline: number, radius: number, height: number): void {
  pen.fillStyle = colors.lake;
  pen.fillRect(0, 0, WIDTH, waterline);
  pen.fillStyle = SUN;
  pen.beginPath();
  pen.arc(WIDTH / 2, waterline, radius, Math.PI, 0);
  pen.fill();
  pen.fillStyle = DEEP;
  pen.fillRect(0, waterline, WIDTH, height - waterline);
  pen.fillStyle = SUN;
  for (const [width, down] of [
    [1.6, 26],
    [1.1, 52],
    [0.6, 78],
  ] as const)
    pen.fillRect((WIDTH - width * radius) / 2, waterline + down, width * radius, 8);
}

async function paintQr(pen: Pen, link: string, top: number, side: number): Promise<void> {
  const { create } = await import('qrcode');
  const { data, size } = create(link, { errorCorrectionLevel: 'M' }).modules;
  const quiet = side * 0.08;
  const left = (WIDTH - side) / 2;
  pen.fillStyle = WHITE;
  pen.beginPath();
  pen.roundRect(left, top, side, side, 36);
  pen.fill();
  pen.fillStyle = colors.ink;
  const step = (side - 2 * quiet) / size;
  for (let at = 0; at < data.length; at += 1) {
    if (!data[at]) continue;
    const [x, y] = [left + quiet + (at % size) * step, top + quiet + Math.floor(at / size) * step];
    // A hair wider than its place, so that no seam shows between two.
    pen.fillRect(x, y, step + 0.3, step + 0.3);
  }
}

/** The code in one line, its check character in a colour of its own. */
function paintCode(pen: Pen, code: string, top: number): number {
  const size = 104;
  pen.font = `600 ${size}px ${FONTS}`;
  const letters = Array.from(code);
  const gap = 24;
  const widths = letters.map((letter) => pen.measureText(letter).width);
  const all = widths.reduce((sum, width) => sum + width + gap, -gap);
  let left = (WIDTH - all) / 2;
  letters.forEach((letter, at) => {
    const width = widths[at] ?? 0;
    pen.fillStyle = at === letters.length - 1 ? CHECK : WHITE;
    pen.fillText(letter, left + width / 2, top + size);
    left += width + gap;
  });
  return top + size * 1.2;
}

/** Draws the poster into the canvas, which takes its size. */
export async function drawPoster(
  canvas: HTMLCanvasElement,
  content: PosterContent,
  size: PosterSize,
): Promise<void> {
  const { width, height } = sizes[size];
  canvas.width = width;
  canvas.height = height;
  const pen = canvas.getContext('2d');
  if (!pen) throw new Error('this browser cannot draw');
  const scale = width / WIDTH;
  const tall = height / scale;
  pen.scale(scale, scale);
  pen.textAlign = 'center';
  // What does not fit a page of paper's shape is drawn closer together.
  const tight = tall < 1700;
  const waterline = tight ? 440 : 600;
  paintLake(pen, waterline, tight ? 84 : 150, tall);
  let top = write(pen, tight ? 52 : 110, {
    text: content.brand,
    size: 44,
    weight: 600,
    color: PALE,
    lines: 1,
  });
  top = write(pen, top + 16, { text: content.headline, size: 72, weight: 650, color: WHITE, lines: 2 });
  write(pen, top + 10, { text: content.text, size: 34, weight: 400, color: PALE, lines: 2 });
  const side = tight ? 420 : 520;
  const qrTop = waterline + (tight ? 106 : 130);
  await paintQr(pen, content.link, qrTop, side);
  top = write(pen, qrTop + side + 14, { text: content.scan, size: 30, weight: 400, color: PALE, lines: 2 });
  top = write(pen, top + (tight ? 8 : 36), {
    text: content.codeLabel,
    size: 34,
    weight: 500,
    color: PALE,
    lines: 1,
  });
  top = paintCode(pen, content.code, top);
  write(pen, top, { text: content.codeCheck, size: 28, weight: 400, color: PALE, lines: 2 });
  const paperTop = tall - (tight ? 246 : 300);
  pen.fillStyle = colors.paper;
  pen.fillRect(0, paperTop, WIDTH, tall - paperTop);
  write(pen, paperTop + 36, { text: content.disclosure, size: 40, weight: 500, color: colors.ink, lines: 4 });
}
