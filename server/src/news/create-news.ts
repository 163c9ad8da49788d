import { locales } from '@openmere/core/kit/language.ts';
import type { Texts } from '@openmere/core/kit/texts.ts';
import { htmlOfTyped } from '@openmere/core/news/rules.ts';
import type { Ctx } from '../platform/context.ts';
import { cleanContent } from '../platform/html/clean-content.ts';
import { newId } from '../platform/ids.ts';
import { listAll, putArticle, putTexts } from './article-store.ts';

/** Publishes articles of the installation itself, where there are none yet. */
export async function createNews(
  ctx: Pick<Ctx, 'tx' | 'now'>,
  articles: readonly { pinned: boolean; titles: Texts; contents: Texts }[],
): Promise<void> {
  const { tx, now } = ctx;
  if ((await listAll(tx, { limit: 1 })).length > 0) return;
  for (const { pinned, titles, contents } of articles) {
    const id = newId('nws');
    await putArticle(tx, {
      id,
      kind: 'news',
      state: 'published',
      pinned,
      picurl: '',
      publish_from: now,
      publish_until: null,
      announced_at: now,
      changed_by: 'installation',
      created_at: now,
      changed_at: now,
    });
    const texts = locales.map((locale) => ({
      article_id: id,
      locale,
      title: titles[locale] ?? '',
      content: cleanContent(htmlOfTyped(contents[locale] ?? '')),
    }));
    await putTexts(
      tx,
      id,
      texts.filter(({ title }) => title !== ''),
    );
  }
}
