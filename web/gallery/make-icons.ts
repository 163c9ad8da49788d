/**
 * Draws the icons of `web/public` from the mark (`web/src/ui/mark.tsx`): run it again when the mark changes.
 * `node_modules/.bin/node web/gallery/make-icons.ts`
 */
import { writeFileSync } from 'node:fs';
import sharp from 'sharp';

const TEAL = '#0e484c';
const PAPER = '#fbf8f0';
const folder = new URL('../public/', import.meta.url);

/** The mark in its 32-unit box, moved and scaled into the middle of a 512-unit plate. */
function plate(scale: number, radius: number): string {
  const shift = (512 - 32 * scale) / 2;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 512 512">
  <rect width="512" height="512" rx="${radius}" fill="${TEAL}"/>
  <g transform="translate(${shift} ${shift - scale}) scale(${scale})">
    <path fill="${PAPER}" d="M6 16.5a10 10 0 0 1 20 0z"/>
    <path fill="none" stroke="${PAPER}" stroke-width="2" stroke-linecap="round" d="M3 20h26M8 24h16M12.5 28h7"/>
  </g>
</svg>
`;
}

const MONOCHROME = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">
  <path d="M6 16.5a10 10 0 0 1 20 0z"/>
  <path fill="none" stroke="#000" stroke-width="2" stroke-linecap="round" d="M3 20h26M8 24h16M12.5 28h7"/>
</svg>
`;

async function png(name: string, svg: string, size: number): Promise<void> {
  await sharp(Buffer.from(svg), { density: 300 })
    .resize(size, size)
    .png({ compressionLevel: 9, palette: true })
    .toFile(new URL(name, folder).pathname);
}

const rounded = plate(12, 112);
// Maskable: the launcher cuts its own shape, so the mark stays inside the middle 80 % and the plate fills the square.
const square = plate(10, 0);

writeFileSync(new URL('favicon.svg', folder), rounded);
writeFileSync(new URL('icon-monochrome.svg', folder), MONOCHROME);
await png('icon-192.png', rounded, 192);
await png('icon-512.png', rounded, 512);
await png('icon-maskable-192.png', square, 192);
await png('icon-maskable-512.png', square, 512);
await png('apple-touch-icon.png', plate(11, 0), 180);
