import { drawPicture, readPicture } from './draw-picture.ts';

/** Longest side in pixels: what the server keeps, and a little more for its own scaling. */
const SIDE_PX = 1600;
/** What is smaller than this goes as it is. */
const BYTES_MAX = 1_500_000;
const QUALITY = 0.88;

/** A picture small enough to be sent over a slow network; undefined when the browser cannot read it as a picture. */
export async function scalePicture(file: Blob): Promise<Blob | undefined> {
  const bitmap = await readPicture(file);
  if (!bitmap) return undefined;
  const { width, height } = bitmap;
  const scale = Math.min(1, SIDE_PX / Math.max(width, height));
  if (scale === 1 && file.size <= BYTES_MAX) {
    bitmap.close();
    return file;
  }
  return drawPicture(bitmap, { left: 0, top: 0, width, height, scale }, QUALITY);
}
