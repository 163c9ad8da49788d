import { Buffer } from 'node:buffer';
import { deflateSync, crc32 } from 'node:zlib';
import { Refusal } from '@openmere/core/kit/refusal.ts';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { PICTURE_BYTES_MAX, redrawPicture } from './picture.ts';

const SVG = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>';
const HTML = '<!doctype html><script>alert(document.domain)</script>';

function canvas(width = 40, height = 30) {
  return sharp({ create: { width, height, channels: 3, background: '#3070c0' } });
}

function pngChunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const frame = Buffer.alloc(8);
  frame.writeUInt32BE(data.length, 0);
  frame.writeUInt32BE(crc32(body), 4);
  return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)]);
}

/** A PNG that says its size and carries these bytes as pixels. */
function forgedPng(width: number, height: number, pixels: Buffer): Buffer {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([8, 0, 0, 0, 0], 8);
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    pngChunk('IHDR', head),
    pngChunk('IDAT', deflateSync(pixels)),
    pngChunk('IEND', Buffer.alloc(0)),
  ]);
}

const png = await canvas().png().toBuffer();
const jpeg = await canvas().jpeg().toBuffer();
const webp = await canvas().webp().toBuffer();
const pngHead = png.subarray(0, 8);
const bomb = forgedPng(50_000, 50_000, Buffer.alloc(1_000_000));
const wide = forgedPng(30_000, 1_000, Buffer.alloc(30_001 * 1_000));

const hostile: [string, Buffer | string][] = [
  ['nothing', ''],
  ['one byte', 'x'],
  ['an SVG', SVG],
  ['an SVG with declaration', `<?xml version="1.0"?>${SVG}`],
  ['a gzipped SVG', Buffer.concat([Buffer.from([0x1f, 0x8b, 8, 0]), Buffer.from(SVG)])],
  ['an SVG behind a PNG signature', Buffer.concat([pngHead, Buffer.from(SVG)])],
  ['an SVG behind a JPEG marker', Buffer.concat([Buffer.from([0xff, 0xd8, 0xff]), Buffer.from(SVG)])],
  ['an SVG in a RIFF frame', Buffer.concat([Buffer.from('RIFF0000WEBP'), Buffer.from(SVG)])],
  ['an SVG behind a byte order mark', `\ufeff${SVG}`],
  ['an SVG in UTF-16', Buffer.from(`\ufeff${SVG}`, 'utf16le')],
  [
    'an SVG that reads a file',
    '<svg xmlns="http://www.w3.org/2000/svg"><image href="file:///etc/passwd"/></svg>',
  ],
  [
    'an SVG with entities',
    '<!DOCTYPE svg [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]><svg xmlns="http://www.w3.org/2000/svg">&b;</svg>',
  ],
  ['HTML', HTML],
  ['HTML behind a PNG signature', Buffer.concat([pngHead, Buffer.from(HTML)])],
  ['JavaScript', 'alert(1)'],
  [
    'a GIF',
    Buffer.from(
      '47494638396101000100800000ffffff00000021f90401000000002c00000000010001000002024401003b',
      'hex',
    ),
  ],
  ['a GIF that is JavaScript', 'GIF89a/*' + 'x'.repeat(100) + '*/=1;alert(1)'],
  ['a PDF', '%PDF-1.7\n1 0 obj<</Type/Catalog>>endobj'],
  ['a PDF with HTML', `%PDF-1.7\n${HTML}`],
  ['a ZIP', Buffer.from('504b0304140000000800', 'hex')],
  ['a TIFF', await canvas().tiff().toBuffer()],
  ['a GIF made well', await canvas().gif().toBuffer()],
  ['an AVIF', Buffer.from('0000001c6674797061766966000000006d6966316d696166', 'hex')],
  ['a HEIC', Buffer.from('000000186674797068656963000000006d69663168656963', 'hex')],
  ['a BMP', Buffer.concat([Buffer.from('BM'), Buffer.alloc(60)])],
  ['an ICO', Buffer.from('00000100010010100000', 'hex')],
  ['a PPM', 'P6\n2 2\n255\n000000000000'],
  ['a Radiance picture', '#?RADIANCE\nFORMAT=32-bit_rle_rgbe\n\n-Y 1 +X 1\n'],
  ['a FITS picture', 'SIMPLE  =                    T'],
  ['a JPEG XL', Buffer.from('ff0afa1f01910800', 'hex')],
  ['a Photoshop picture', '8BPS\u0000\u0001'],
  ['an MP4', Buffer.from('000000186674797069736f6d0000020069736f6d69736f32', 'hex')],
  ['a WAV in RIFF', Buffer.from('RIFF$\u0000\u0000\u0000WAVEfmt ')],
  ['a program', Buffer.from('7f454c46020101000000', 'hex')],
  ['a shell script', '#!/bin/sh\nrm -rf /'],
  ['a PNG cut off', png.subarray(0, png.length - 20)],
  ['a PNG of its head only', png.subarray(0, 33)],
  ['a JPEG cut off', jpeg.subarray(0, Math.floor(jpeg.length / 2))],
  ['a WebP cut off', webp.subarray(0, Math.floor(webp.length / 2))],
  [
    'a PNG with broken pixels',
    Buffer.concat([png.subarray(0, 50), Buffer.alloc(30, 0xaa), png.subarray(80)]),
  ],
  ['a PNG of no size', forgedPng(0, 0, Buffer.alloc(1))],
];

const oversize: [string, Buffer][] = [
  ['a PNG that says 2,500 megapixels', bomb],
  ['a PNG of 30 megapixels in 30 KB', wide],
  ['a JPEG of 26 megapixels', await canvas(6_500, 4_000).jpeg({ quality: 1 }).toBuffer()],
  ['more than 5 MiB', Buffer.concat([png, Buffer.alloc(PICTURE_BYTES_MAX)])],
];

const codeOf = async (upload: Buffer | string): Promise<string> =>
  redrawPicture(Buffer.from(upload)).then(
    () => 'taken',
    (error: unknown) => (error instanceof Refusal ? error.code : String(error)),
  );

test.each(hostile)('refuses: %s', async (_name, upload) => {
  expect(await codeOf(upload as string)).toBe('setting.notpicture');
});

test.each(oversize)('refuses: %s', async (_name, upload) => {
  expect(await codeOf(upload)).toBe('setting.picturetoobig');
});

test.each([
  ['PNG', png],
  ['JPEG', jpeg],
  ['WebP', webp],
])('behavior: a %s is drawn again as WebP of the same size', async (_name, upload) => {
  const picture = await redrawPicture(upload);
  expect(picture).toMatchObject({ width: 40, height: 30 });
  expect((await sharp(picture.bytes).metadata()).format).toBe('webp');
});

test.each([
  ['HTML after a PNG', Buffer.concat([png, Buffer.from(HTML)])],
  ['HTML after a JPEG', Buffer.concat([jpeg, Buffer.from(HTML)])],
  ['a ZIP after a JPEG', Buffer.concat([jpeg, Buffer.from('PK\u0003\u0004evil.html')])],
  [
    'HTML in a JPEG comment',
    Buffer.concat([
      jpeg.subarray(0, 2),
      Buffer.from([0xff, 0xfe, 0, HTML.length + 2]),
      Buffer.from(HTML),
      jpeg.subarray(2),
    ]),
  ],
  [
    'HTML in a PNG text',
    Buffer.concat([png.subarray(0, 33), pngChunk('tEXt', Buffer.from(`Comment\0${HTML}`)), png.subarray(33)]),
  ],
])('behavior: of %s only the picture is left', async (_name, upload) => {
  const picture = await redrawPicture(upload);
  expect(picture.bytes.includes('script')).toBe(false);
  expect(picture.bytes.includes('evil')).toBe(false);
});

test('behavior: places, cameras and profiles are gone; the turn is kept; at most 1024 pixels a side', async () => {
  const upload = await canvas(3_000, 1_000)
    .withExif({ IFD0: { Copyright: 'Bob', Model: 'Camera 9' }, IFD3: { GPSLatitude: '51/1 30/1 0/1' } })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer();
  const picture = await redrawPicture(upload);
  expect(picture).toMatchObject({ width: 341, height: 1_024 });
  const facts = await sharp(picture.bytes).metadata();
  expect([facts.exif, facts.icc, facts.xmp]).toEqual([undefined, undefined, undefined]);
});

test('property: no change of a few bytes of a good picture does more than refuse or redraw it', async () => {
  let seed = 42;
  const random = (below: number) => (seed = (Math.imul(seed, 1_103_515_245) + 12_345) >>> 0) % below;
  const rounds = Number(process.env['OPENMERE_MUTANTS'] ?? 150);
  for (let round = 0; round < rounds; round += 1) {
    const mutant = Buffer.from([png, jpeg, webp][round % 3] as Buffer);
    for (let change = 0; change <= random(6); change += 1) mutant[random(mutant.length)] = random(256);
    expect(['taken', 'setting.notpicture', 'setting.picturetoobig']).toContain(await codeOf(mutant));
  }
});
