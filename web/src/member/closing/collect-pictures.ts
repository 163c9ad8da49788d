import type { InputOf, OutputOf } from '@openmere/core/calls.ts';
import { call } from '../../platform/api-client.ts';

type Proof = Omit<InputOf<'Users/ExportPictures'>, 'cursor'>;
export type OwnPicture = OutputOf<'Users/ExportPictures'>['pictures'][number];

/** All of one's own pictures, answer after answer: the proof opens the first, its cursor the others. */
export async function collectPictures(proof: Proof): Promise<OwnPicture[]> {
  const first = await call('Users/ExportPictures', proof);
  const all = [...first.pictures];
  let { cursor } = first;
  while (cursor !== null) {
    const next: Awaited<ReturnType<typeof ask>> = await ask(cursor);
    all.push(...next.pictures);
    cursor = next.cursor;
  }
  return all;
}

const ask = (cursor: string) => call('Users/ExportPictures', { cursor });

const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

/** One page that needs nothing else: each picture under its words. */
export function picturesPage(
  title: string,
  lang: string,
  pictures: readonly { caption: string; picture: string }[],
): string {
  const figures = pictures.map(
    ({ caption, picture }) =>
      `<figure><figcaption>${escaped(caption)}</figcaption><img alt="${escaped(caption)}" src="data:image/webp;base64,${picture}"></figure>`,
  );
  return `<!doctype html>
<html lang="${escaped(lang)}">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${escaped(title)}</title>
<h1>${escaped(title)}</h1>
${figures.join('\n')}
</html>
`;
}
