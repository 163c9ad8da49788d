import { colors, FONTS, pictureOf, sharePicture, wrapText } from '../platform/picture.ts';

export type PictureRow = { label: string; value: string; strong?: boolean };
export type ReceiptContent = { brand: string; title: string; amount: string; rows: readonly PictureRow[] };

const WIDTH = 720;
const SIDE = 56;
const ROW_HEIGHT = 64;

type Laid = { row: PictureRow; lines: string[] };

function layOut(pen: CanvasRenderingContext2D, rows: readonly PictureRow[]): Laid[] {
  return rows.map((row) => {
    pen.font = `${row.strong ? 600 : 400} 26px ${FONTS}`;
    const room = WIDTH - 2 * SIDE - 230;
    return { row, lines: wrapText(row.value, (line) => pen.measureText(line).width <= room) };
  });
}

const linesHeight = ({ lines }: Laid): number => ROW_HEIGHT + (lines.length - 1) * 34;

function paint(
  pen: CanvasRenderingContext2D,
  content: ReceiptContent,
  laid: readonly Laid[],
  height: number,
): void {
  pen.fillStyle = colors.paper;
  pen.fillRect(0, 0, WIDTH, height);
  pen.fillStyle = colors.lake;
  pen.fillRect(0, 0, WIDTH, 96);
  pen.fillStyle = colors.paper;
  pen.font = `600 34px ${FONTS}`;
  pen.fillText(content.brand, SIDE, 60);
  pen.fillStyle = colors.quiet;
  pen.textAlign = 'center';
  pen.font = `500 28px ${FONTS}`;
  pen.fillText(content.title, WIDTH / 2, 170);
  pen.fillStyle = colors.ink;
  let size = 64;
  do pen.font = `600 ${size}px ${FONTS}`;
  while (pen.measureText(content.amount).width > WIDTH - 2 * SIDE && (size -= 4) > 24);
  pen.fillText(content.amount, WIDTH / 2, 250);
  pen.strokeStyle = colors.line;
  pen.setLineDash([6, 6]);
  pen.beginPath();
  pen.moveTo(SIDE, 300);
  pen.lineTo(WIDTH - SIDE, 300);
  pen.stroke();
  let top = 360;
  for (const one of laid) {
    pen.textAlign = 'left';
    pen.fillStyle = colors.quiet;
    pen.font = `400 26px ${FONTS}`;
    pen.fillText(one.row.label, SIDE, top, 220);
    pen.textAlign = 'right';
    pen.fillStyle = colors.ink;
    pen.font = `${one.row.strong ? 600 : 400} 26px ${FONTS}`;
    one.lines.forEach((line, at) => pen.fillText(line, WIDTH - SIDE, top + at * 34));
    top += linesHeight(one);
  }
}

/** Draws a receipt on this device; nothing of it is sent anywhere. */
export async function drawReceipt(content: ReceiptContent): Promise<Blob> {
  const canvas = document.createElement('canvas');
  canvas.width = WIDTH;
  const pen = canvas.getContext('2d');
  if (!pen) throw new Error('this browser cannot draw');
  const laid = layOut(pen, content.rows);
  const height = 360 + laid.reduce((sum, one) => sum + linesHeight(one), 0) + 24;
  canvas.height = height;
  paint(pen, content, laid, height);
  return pictureOf(canvas);
}

/** Hands the picture to the device's share sheet, or saves it where there is none. */
export async function shareReceipt(content: ReceiptContent, name: string): Promise<void> {
  await sharePicture(await drawReceipt(content), name);
}
