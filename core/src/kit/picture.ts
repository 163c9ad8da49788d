/**
 * A stored picture by its address alone: `/files/<32 hex digits>-<width>x<height>.webp` is the picture as large as it is kept, and
 * beside it lie smaller ones and each of them as AVIF, named after it. Older addresses have no size in their name: they are one
 * file, and shown as they are.
 */
export const PICTURE_SIDE_MAX = 1_024;
/** Widths for phones; a picture has those that are smaller than itself, and itself. */
const phoneWidths = [320, 640] as const;
export const pictureFormats = ['avif', 'webp'] as const;
export type PictureFormat = (typeof pictureFormats)[number];

const STORED = /^([0-9a-f]{32}-([1-9]\d{0,3})x([1-9]\d{0,3}))\.webp$/;
const FILES = '/files/';

/** Under which name a picture of this size is kept. */
export function storedName(base: string, { width, height }: { width: number; height: number }): string {
  return `${base}-${width}x${height}.webp`;
}

export type PictureFile = { name: string; width: number; format: PictureFormat };

/** Every file of a picture by the name of its largest one, which stands last; only itself for a name without a size. */
export function pictureFiles(name: string): PictureFile[] {
  const [, base, width] = STORED.exec(name) ?? [];
  if (base === undefined) return [{ name, width: 0, format: 'webp' }];
  const own = Number(width);
  const widths = [...phoneWidths.filter((one) => one < own), own];
  return pictureFormats.flatMap((format) =>
    widths.map((one) => ({
      name: one === own ? `${base}.${format}` : `${base}-${one}.${format}`,
      width: one,
      format,
    })),
  );
}

/** The largest file of the picture that a file belongs to. */
export function pictureOfFile(name: string): string {
  return name.replace(/^([0-9a-f]{32}-\d{1,4}x\d{1,4})(?:-\d{1,4})?\.(?:avif|webp)$/, '$1.webp');
}

export type PictureSet = {
  width: number;
  height: number;
  /** What every browser can show, the smallest one that is large enough for a list. */
  fallback: string;
  /** For `<source>`, the lightest format first; `srcset` with widths. */
  sources: { type: string; srcset: string }[];
};

/** What to show of an address that Ctrls/Upload gave; undefined when it has no sizes. */
export function pictureOf(url: string): PictureSet | undefined {
  if (!url.startsWith(FILES)) return undefined;
  const name = url.slice(FILES.length);
  const [, , width, height] = STORED.exec(name) ?? [];
  if (width === undefined || height === undefined) return undefined;
  const files = pictureFiles(name);
  const sources = pictureFormats.map((format) => ({
    type: `image/${format}`,
    srcset: files
      .filter((file) => file.format === format)
      .map((file) => `${FILES}${file.name} ${file.width}w`)
      .join(', '),
  }));
  const webp = files.filter((file) => file.format === 'webp');
  const middle = webp.find((file) => file.width >= 640) ?? webp.at(-1);
  return {
    width: Number(width),
    height: Number(height),
    fallback: `${FILES}${middle?.name ?? name}`,
    sources,
  };
}
