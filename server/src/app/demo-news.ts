import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { Texts } from '@openmere/core/kit/texts.ts';
import { createNews } from '../news/create-news.ts';
import type { Tx } from '../platform/db/connect.ts';

type DemoArticle = { pinned: boolean; titles: Texts; contents: Texts };

const file = fileURLToPath(new URL('../../assets/demo-news/news.json', import.meta.url));

/** What a development chain's installation says about itself, in nine languages; once. */
export async function seedDemoNews(ctx: { tx: Tx; now: Date }): Promise<void> {
  const articles = JSON.parse(await readFile(file, 'utf8')) as DemoArticle[];
  await createNews(ctx, articles);
}
