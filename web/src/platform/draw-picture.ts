/** Which part of a picture is kept, in its own pixels, and how large it is drawn. */
export type Cut = { left: number; top: number; width: number; height: number; scale: number };

/** A chosen file as pixels; undefined when the browser cannot read it as a picture. */
export async function readPicture(file: Blob): Promise<ImageBitmap | undefined> {
  try {
    return await createImageBitmap(file);
  } catch (error) {
    console.info('the chosen file is no picture for this browser', error);
    return undefined;
  }
}

/** Draws the cut as JPEG and lets the pixels go; undefined when nothing is left to draw. */
export async function drawPicture(
  bitmap: ImageBitmap,
  { left, top, width, height, scale }: Cut,
  quality: number,
): Promise<Blob | undefined> {
  const canvas = document.createElement('canvas');
  canvas.width = Math.round(width * scale);
  canvas.height = Math.round(height * scale);
  const context = canvas.getContext('2d');
  if (!context || canvas.width === 0 || canvas.height === 0) return undefined;
  context.drawImage(bitmap, left, top, width, height, 0, 0, canvas.width, canvas.height);
  bitmap.close();
  return new Promise((resolve) => {
    canvas.toBlob((blob) => resolve(blob ?? undefined), 'image/jpeg', quality);
  });
}
