import { drawPicture, readPicture } from '../platform/draw-picture.ts';

/** A square of a picture, in its own pixels. */
export type Square = { left: number; top: number; side: number };

/** Side of an avatar in pixels: enough for 88 px on a sharp screen. */
const SIDE_PX = 512;
const QUALITY = 0.9;

/** Whether the browser can read a file as a picture. */
export async function isPicture(file: Blob): Promise<boolean> {
  const bitmap = await readPicture(file);
  bitmap?.close();
  return bitmap !== undefined;
}

/** The chosen square of a picture as JPEG, at most 512 px; undefined when the browser cannot read it as a picture. */
export async function squarePicture(file: Blob, { left, top, side }: Square): Promise<Blob | undefined> {
  const bitmap = await readPicture(file);
  if (!bitmap) return undefined;
  const scale = Math.min(1, SIDE_PX / side);
  return drawPicture(bitmap, { left, top, width: side, height: side, scale }, QUALITY);
}
