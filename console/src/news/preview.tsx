import { Card, Select } from 'antd';
import { useState } from 'react';
import { t } from '../platform/texts.ts';
import type { Article } from './article-form.tsx';

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"' };

/** The words of cleaned HTML, with its paragraphs: this page's policy lets no text become markup. */
function wordsOf(html: string): string {
  return html
    .replaceAll(/<br\b[^>]*>/gi, '\n')
    .replaceAll(/<li\b[^>]*>/gi, '• ')
    .replaceAll(/<\/li>/gi, '\n')
    .replaceAll(/<\/(?:p|h[2-4]|ul|ol|blockquote|tr|figure)>/gi, '\n\n')
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll(/&(amp|lt|gt|quot);/g, (_whole, name: string) => entities[name] ?? '')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim();
}

/** What was kept, as wide as a phone: title and words, in the language that is chosen. */
export function Preview({ article }: { article: Article }) {
  const [chosen, setChosen] = useState<string>();
  const locale = article.locales.find((one) => one === chosen) ?? article.locales[0];
  if (locale === undefined) return null;
  return (
    <Card
      size="small"
      title={t('articlePreview')}
      style={{ marginTop: 16, maxWidth: 420 }}
      extra={
        <Select
          aria-label={t('articleLanguages')}
          value={locale}
          onChange={setChosen}
          style={{ minWidth: 110 }}
          options={article.locales.map((value) => ({ value, label: value }))}
        />
      }
    >
      <div lang={locale}>
        <h3>{article.titles[locale]}</h3>
        <p style={{ whiteSpace: 'pre-line' }}>{wordsOf(article.contents[locale] ?? '')}</p>
      </div>
    </Card>
  );
}
