/** Side of an avatar in pixels: enough for 88 px on a sharp screen. */
const SIDE_PX = 512;

/** The middle square of a picture as JPEG, at most 512 px; undefined when the browser cannot read it as a picture. */
export async function squarePicture(file: Blob): Promise<Blob | undefined> {
  let bitmap: ImageBitmap;
  try {
    bitmap = await createImageBitmap(file);
  } catch (error) {
    console.info('the chosen file is no picture for this browser', error);
    return undefined;
  }
  const side = Math.min(bitmap.width, bitmap.height);
  const canvas = document.createElement('canvas');
  canvas.width = canvas.height = Math.min(side, SIDE_PX);
  const context = canvas.getContext('2d');
  if (!context || side === 0) return undefined;
  const [left, top] = [(bitmap.width - side) / 2, (bitmap.height - side) / 2];
  context.drawImage(bitmap, left, top, side, side, 0, 0, canvas.width, canvas.height);
  bitmap.close();
  return new Promise((resolve) => {
    canvas.toBlob((blob) => resolve(blob ?? undefined), 'image/jpeg', 0.9);
  });
}
