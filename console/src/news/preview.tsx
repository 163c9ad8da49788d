import { Select } from 'antd';
import { useState } from 'react';
import { t } from '../platform/texts.ts';
import type { Article } from './article-form.tsx';

function escapeText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}

/** What was kept, as the server cleaned it, in a frame that may do nothing. */
export function Preview({ article }: { article: Article }) {
  const [chosen, setChosen] = useState<string>();
  const locale = article.locales.find((one) => one === chosen) ?? article.locales[0];
  if (locale === undefined) return null;
  const title = escapeText(article.titles[locale] ?? '');
  return (
    <section style={{ marginTop: 16 }}>
      <h3>{t('articlePreview')}</h3>
      <Select
        aria-label={t('articleLanguages')}
        value={locale}
        onChange={setChosen}
        style={{ minWidth: 140, marginBottom: 8 }}
        options={article.locales.map((value) => ({ value, label: value }))}
      />
      <iframe
        title={t('articlePreview')}
        sandbox=""
        lang={locale}
        style={{ display: 'block', width: '100%', maxWidth: 420, height: 360, background: '#fff' }}
        srcDoc={`<h2>${title}</h2>${article.contents[locale] ?? ''}`}
      />
    </section>
  );
}
