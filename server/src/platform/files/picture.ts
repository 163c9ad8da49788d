import { PICTURE_SIDE_MAX, pictureFiles, storedName } from '@openmere/core/kit/picture.ts';
import { Refusal } from '@openmere/core/kit/refusal.ts';
import sharp from 'sharp';

export type Picture = { bytes: Buffer; width: number; height: number };

export const PICTURE_BYTES_MAX = 5 * 1024 * 1024;
const PIXELS_MAX = 25_000_000;
const QUALITY = 82;
/** AVIF of the same look is lighter at a lower number; effort 2 of 9 costs about what WebP does. */
const AVIF = { quality: 55, effort: 2 } as const;
const PHONE_QUALITY = 76;
const DECODE_SECONDS_MAX = 10;

// Only these three readers exist for us: an SVG, PDF or TIFF in a picture's clothes finds no loader (T20).
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: ['VipsForeignLoadPngBuffer', 'VipsForeignLoadJpegBuffer', 'VipsForeignLoadWebpBuffer'],
});
sharp.cache(false);
sharp.concurrency(1);

/** First bytes of the three kinds that are taken. */
export function kindOfPicture(bytes: Buffer): 'png' | 'jpeg' | 'webp' | undefined {
  if (bytes.subarray(0, 8).equals(Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])))
    return 'png';
  if (bytes.subarray(0, 3).equals(Buffer.from([0xff, 0xd8, 0xff]))) return 'jpeg';
  if (bytes.toString('latin1', 0, 4) === 'RIFF' && bytes.toString('latin1', 8, 12) === 'WEBP') return 'webp';
  return undefined;
}

/**
 * Decodes the whole picture and draws it again as WebP, at most 1024 pixels a side unless told: what was hidden before, behind or
 * beside the pixels (scripts, places, second files) is gone. Refuses `setting.notpicture`, `setting.picturetoobig`.
 */
export async function redrawPicture(upload: Buffer, side: number = PICTURE_SIDE_MAX): Promise<Picture> {
  if (upload.length > PICTURE_BYTES_MAX) throw new Refusal('setting.picturetoobig');
  const kind = kindOfPicture(upload);
  if (!kind) throw new Refusal('setting.notpicture');
  const source = sharp(upload, { failOn: 'error', limitInputPixels: PIXELS_MAX, sequentialRead: true });
  const facts = await source.metadata().catch(notPicture);
  if (facts.format !== kind) throw new Refusal('setting.notpicture');
  if (facts.width * facts.height > PIXELS_MAX) throw new Refusal('setting.picturetoobig');
  const { data, info } = await source
    .rotate()
    .resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true })
    .webp({ quality: QUALITY })
    .timeout({ seconds: DECODE_SECONDS_MAX })
    .toBuffer({ resolveWithObject: true })
    .catch(notPicture);
  return { bytes: data, width: info.width, height: info.height };
}

/** A picture in all its files: what their names end with (core/kit/picture.ts), the largest last. */
export type DrawnPicture = {
  width: number;
  height: number;
  files: readonly { name: string; bytes: Buffer }[];
};

/**
 * The same picture in widths for phones, as AVIF and WebP, named under `base`. At most six drawings of at most a megapixel, one after
 * the other: how many are made at a time is the lane's matter.
 */
export async function drawSizes(picture: Picture, base: string): Promise<DrawnPicture> {
  const { width, height, bytes } = picture;
  const name = storedName(base, { width, height });
  const files: { name: string; bytes: Buffer }[] = [];
  for (const file of pictureFiles(name)) {
    if (file.name === name) {
      files.push({ name, bytes });
      continue;
    }
    const sized = sharp(bytes, { failOn: 'error' }).resize({ width: file.width });
    const drawn = file.format === 'avif' ? sized.avif(AVIF) : sized.webp({ quality: PHONE_QUALITY });
    files.push({ name: file.name, bytes: await drawn.timeout({ seconds: DECODE_SECONDS_MAX }).toBuffer() });
  }
  return { width, height, files };
}

/** Whatever the decoder did not like, the member hears one of two things. */
function notPicture(error: unknown): never {
  const isTooBig = error instanceof Error && /pixel limit|exceeds|too large/i.test(error.message);
  throw new Refusal(isTooBig ? 'setting.picturetoobig' : 'setting.notpicture');
}
