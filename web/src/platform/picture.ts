import { saveFile } from './save-file.ts';

/** Pictures that are drawn on this device (a receipt, a poster): nothing of them is sent anywhere. */
export const FONTS =
  'system-ui, -apple-system, "Noto Sans", "Noto Sans CJK SC", "Noto Sans Thai", sans-serif';
/** Paper, ink, quiet ink, line and lake of the light theme: a picture that is sent looks the same everywhere. */
export const colors = {
  paper: '#fdfbf6',
  ink: '#14282b',
  quiet: '#42565a',
  line: '#8b8577',
  lake: '#0e484c',
};

/** Breaks a text that is too wide, between words where there are any. */
export function wrapText(text: string, fits: (line: string) => boolean): string[] {
  const lines: string[] = [];
  let line = '';
  for (const piece of text.split(/(?<=\s)|(?=[\u3000-\u9fff\uac00-\ud7af])/u)) {
    let rest = piece;
    if (line !== '' && !fits((line + rest).trimEnd())) {
      lines.push(line.trimEnd());
      line = '';
    }
    while (!fits((line + rest).trimEnd()) && Array.from(rest).length > 1) {
      const letters = Array.from(rest);
      let count = letters.length - 1;
      while (count > 1 && !fits(letters.slice(0, count).join(''))) count -= 1;
      lines.push(letters.slice(0, count).join(''));
      rest = letters.slice(count).join('');
    }
    line += rest;
  }
  if (line.trim() !== '') lines.push(line.trimEnd());
  return lines;
}

/** What was drawn, as a file's content. */
export function pictureOf(canvas: HTMLCanvasElement): Promise<Blob> {
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('the picture is empty'))), 'image/png');
  });
}

/** Whether the device's share sheet takes pictures. */
export function canSharePictures(): boolean {
  const file = new File([''], 'a.png', { type: 'image/png' });
  return typeof navigator.share === 'function' && navigator.canShare?.({ files: [file] }) === true;
}

/** Hands the picture to the device's share sheet, or saves it where there is none. */
export async function sharePicture(picture: Blob, name: string): Promise<void> {
  const file = new File([picture], name, { type: 'image/png' });
  if (navigator.canShare?.({ files: [file] })) {
    await navigator.share({ files: [file] }).catch((error: unknown) => {
      // Closing the sheet is no failure.
      if (!(error instanceof DOMException && error.name === 'AbortError')) throw error;
    });
    return;
  }
  saveFile(name, picture);
}
