// @vitest-environment happy-dom
import { create } from 'qrcode';
import { afterEach, expect, test, vi } from 'vitest';
import { canScan, openReader } from './read-code.ts';

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

type Picture = Pick<ImageData, 'data' | 'width' | 'height'>;

/** A camera's picture of a code: dark modules of 8 pixels on white, with a margin of four modules. */
function pictureOf(text: string): Picture {
  const { modules } = create(text, { errorCorrectionLevel: 'M' });
  const side = (modules.size + 8) * 8;
  const data = new Uint8ClampedArray(side * side * 4).fill(255);
  for (let y = 0; y < side; y += 1)
    for (let x = 0; x < side; x += 1) {
      const [row, column] = [Math.floor(y / 8) - 4, Math.floor(x / 8) - 4];
      const inside = Math.min(row, column) >= 0 && Math.max(row, column) < modules.size;
      if (inside && modules.get(row, column)) data.fill(0, (y * side + x) * 4, (y * side + x) * 4 + 3);
    }
  return { data, width: side, height: side };
}

/** A video whose frame the browser would draw as this picture; a canvas does not exist here. */
function showing(picture: Picture): HTMLVideoElement {
  const context = { drawImage: vi.fn(), getImageData: () => picture };
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(
    context as unknown as CanvasRenderingContext2D,
  );
  return { videoWidth: picture.width, videoHeight: picture.height } as HTMLVideoElement;
}

test('refuses: to scan without a camera', () => {
  vi.stubGlobal('navigator', {});
  expect(canScan()).toBe(false);
});

test('behavior: where the browser reads no codes, the picture is read here', async () => {
  const link = 'https://openmere.example/#/pages/wallet/transfer/transferChain?target=K7QX2M&amount=40';
  const video = showing(pictureOf(link));
  expect(await (await openReader())(video)).toBe(link);
});

test('behavior: a picture without a code, and a camera that shows nothing yet, give nothing', async () => {
  const code = pictureOf('x');
  const grey = showing({ ...code, data: code.data.map(() => 200) });
  expect(await (await openReader())(grey)).toBeUndefined();
  const dark = showing({ ...code, width: 0, height: 0 });
  expect(await (await openReader())(dark)).toBeUndefined();
});

test('behavior: a browser that reads codes does so itself, unless it can only say that it could', async () => {
  const detect = vi.fn().mockResolvedValue([{ rawValue: 'by the browser' }]);
  const formats = vi.fn().mockResolvedValue(['qr_code']);
  class BarcodeDetector {
    static getSupportedFormats = formats;
    detect = detect;
  }
  vi.stubGlobal('BarcodeDetector', BarcodeDetector);
  const video = showing(pictureOf('by us'));
  expect(await (await openReader())(video)).toBe('by the browser');
  const read = await openReader();
  detect.mockRejectedValue(new Error('no service'));
  expect(await read(video)).toBe('by us');
  formats.mockResolvedValue([]);
  expect(await (await openReader())(video)).toBe('by us');
});
