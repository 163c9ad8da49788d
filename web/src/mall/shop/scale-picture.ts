/** Longest side in pixels: what the server keeps, and a little more for its own scaling. */
const SIDE_PX = 1600;
/** What is smaller than this goes as it is. */
const BYTES_MAX = 1_500_000;

/** A picture small enough to be sent over a slow network; undefined when the browser cannot read it as a picture. */
export async function scalePicture(file: Blob): Promise<Blob | undefined> {
  let bitmap: ImageBitmap;
  try {
    bitmap = await createImageBitmap(file);
  } catch (error) {
    console.info('the chosen file is no picture for this browser', error);
    return undefined;
  }
  const scale = Math.min(1, SIDE_PX / Math.max(bitmap.width, bitmap.height));
  if (scale === 1 && file.size <= BYTES_MAX) {
    bitmap.close();
    return file;
  }
  const canvas = document.createElement('canvas');
  canvas.width = Math.round(bitmap.width * scale);
  canvas.height = Math.round(bitmap.height * scale);
  const context = canvas.getContext('2d');
  if (!context || canvas.width === 0 || canvas.height === 0) return undefined;
  context.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
  bitmap.close();
  return new Promise((resolve) => {
    canvas.toBlob((blob) => resolve(blob ?? undefined), 'image/jpeg', 0.88);
  });
}
