import { drawPicture, readPicture } from '../platform/draw-picture.ts';

/** Side of an avatar in pixels: enough for 88 px on a sharp screen. */
const SIDE_PX = 512;
const QUALITY = 0.9;

/** The middle square of a picture as JPEG, at most 512 px; undefined when the browser cannot read it as a picture. */
export async function squarePicture(file: Blob): Promise<Blob | undefined> {
  const bitmap = await readPicture(file);
  if (!bitmap) return undefined;
  const side = Math.min(bitmap.width, bitmap.height);
  const [left, top] = [(bitmap.width - side) / 2, (bitmap.height - side) / 2];
  const scale = Math.min(1, SIDE_PX / side);
  return drawPicture(bitmap, { left, top, width: side, height: side, scale }, QUALITY);
}
