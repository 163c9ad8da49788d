/**
 * Draws the pictures of the demo's goods into server/assets/demo-goods, under the names by which the app knows their sizes:
 * `node tools/demo-goods/draw.ts`. Only when a drawing has changed: what it makes is kept with the code.
 */
import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import { pictureFiles, storedName } from '../../core/src/kit/picture.ts';
import { drawings } from './drawings.ts';

const SIDE = 640;
const BYTES_MAX = 15 * 1024;
const folder = fileURLToPath(new URL('../../server/assets/demo-goods/', import.meta.url));
const list = join(folder, 'pictures.json');

await mkdir(folder, { recursive: true });
for (const name of await readdir(folder)) if (/\.(webp|avif)$/.test(name)) await rm(join(folder, name));
const pictures: Record<string, string> = {};
for (const [key, [background, shapes]] of Object.entries(drawings)) {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${SIDE}" height="${SIDE}" viewBox="0 0 100 100"><rect width="100" height="100" fill="${background}"/>${shapes}</svg>`;
  const base = createHash('sha256').update(svg).digest('hex').slice(0, 32);
  const name = storedName(base, { width: SIDE, height: SIDE });
  for (const file of pictureFiles(name)) {
    const sized = sharp(Buffer.from(svg)).resize({ width: file.width });
    const drawn =
      file.format === 'avif'
        ? sized.avif({ quality: 60, effort: 2 })
        : sized.webp({ quality: 84, effort: 3 });
    const bytes = await drawn.toBuffer();
    if (bytes.length > BYTES_MAX) throw new Error(`${key}: ${file.name} has ${bytes.length} bytes`);
    await writeFile(join(folder, file.name), bytes);
  }
  pictures[key] = name;
}
await writeFile(list, `${JSON.stringify(pictures, null, 2)}\n`);
process.stdout.write(
  `${Object.keys(pictures).length} pictures, ${(await readFile(list)).length} bytes of names\n`,
);
