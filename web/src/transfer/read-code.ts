/** Reads the QR code that a video shows at this moment; undefined when there is none. */
export type CodeReader = (video: HTMLVideoElement) => Promise<string | undefined>;

/** The browser's own reader of codes (Shape Detection API); missing in some browsers, and in TypeScript. */
type Detector = { detect(source: HTMLVideoElement): Promise<{ rawValue: string }[]> };
type DetectorClass = {
  new (options: { formats: string[] }): Detector;
  getSupportedFormats(): Promise<string[]>;
};

/** A longer side than this makes a frame slower to read, not better. */
const SIDE_MOST = 800;

/** Whether there is a camera to ask for; reading a code is possible everywhere. */
export function canScan(): boolean {
  return typeof navigator.mediaDevices?.getUserMedia === 'function';
}

/** Some browsers have the class and can read nothing with it. */
async function browserReader(): Promise<CodeReader | undefined> {
  const { BarcodeDetector } = globalThis as { BarcodeDetector?: DetectorClass };
  if (!BarcodeDetector) return undefined;
  const formats = await BarcodeDetector.getSupportedFormats().catch((): string[] => []);
  if (!formats.includes('qr_code')) return undefined;
  const detector = new BarcodeDetector({ formats: ['qr_code'] });
  return async (video) => (await detector.detect(video))[0]?.rawValue;
}

/** Our own reading of the frame's pixels; its code is loaded only where the browser reads no codes itself. */
async function ownReader(): Promise<CodeReader> {
  const { decodeQR } = await import('qr/decode.js');
  const canvas = document.createElement('canvas');
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (!context) throw new Error('this browser draws no pictures');
  return async (video) => {
    const scale = Math.min(1, SIDE_MOST / Math.max(video.videoWidth, video.videoHeight, 1));
    const width = Math.round(video.videoWidth * scale);
    const height = Math.round(video.videoHeight * scale);
    if (width === 0 || height === 0) return undefined;
    canvas.width = width;
    canvas.height = height;
    context.drawImage(video, 0, 0, width, height);
    return readPixels(decodeQR, context.getImageData(0, 0, width, height));
  };
}

type Pixels = Pick<ImageData, 'data' | 'width' | 'height'>;

/** The library throws where it finds no code, which is what most frames are like. */
function readPixels(decode: (pixels: Pixels) => string, pixels: Pixels): string | undefined {
  try {
    return decode(pixels);
  } catch {
    return undefined;
  }
}

/** What the browser cannot read after all, though it said so, is read here from then on. */
export async function openReader(): Promise<CodeReader> {
  let read = (await browserReader()) ?? (await ownReader());
  return (video) =>
    read(video).catch(async () => {
      read = await ownReader();
      return read(video);
    });
}
