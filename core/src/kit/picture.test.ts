import { expect, test } from 'vitest';
import { pictureFiles, pictureOf, pictureOfFile } from './picture.ts';

const hex = '0123456789abcdef'.repeat(2);

test('refuses: addresses of others, names without a size, anything that is no name of ours', () => {
  for (const url of [
    '',
    `/files/${hex}.webp`,
    `https://evil.example/files/${hex}-9x9.webp`,
    `/files/../${hex}-9x9.webp`,
    `/files/${hex}-9x9.svg`,
    `/files/${hex}-0x9.webp`,
    `/files/${hex}-9x9.webp?x`,
    `/files/${hex}-9x9-320.webp`,
  ])
    expect(pictureOf(url)).toBeUndefined();
});

test('behavior: a large picture has three widths in two formats, and its size from its name', () => {
  expect(pictureOf(`/files/${hex}-1024x768.webp`)).toEqual({
    width: 1024,
    height: 768,
    fallback: `/files/${hex}-1024x768-640.webp`,
    sources: [
      {
        type: 'image/avif',
        srcset: `/files/${hex}-1024x768-320.avif 320w, /files/${hex}-1024x768-640.avif 640w, /files/${hex}-1024x768.avif 1024w`,
      },
      {
        type: 'image/webp',
        srcset: `/files/${hex}-1024x768-320.webp 320w, /files/${hex}-1024x768-640.webp 640w, /files/${hex}-1024x768.webp 1024w`,
      },
    ],
  });
});

test('behavior: a picture is never shown larger than it is; every file leads back to its picture', () => {
  const small = `${hex}-320x1000.webp`;
  expect(pictureOf(`/files/${small}`)?.sources[1]?.srcset).toBe(`/files/${small} 320w`);
  for (const name of [small, `${hex}-700x500.webp`]) {
    const files = pictureFiles(name);
    expect(files.at(-1)?.name).toBe(name);
    expect(files.map((file) => pictureOfFile(file.name))).toEqual(files.map(() => name));
  }
  expect(pictureFiles(`${hex}.webp`)).toEqual([{ name: `${hex}.webp`, width: 0, format: 'webp' }]);
  expect(pictureOfFile(`${hex}.webp`)).toBe(`${hex}.webp`);
});
