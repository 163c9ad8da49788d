import { LinkedContent } from '../../parts/content/linked-content.tsx';
import { useTexts } from '../../platform/i18n.ts';
import { SectionTitle } from '../../ui/section-title.tsx';
import css from './content.module.css';

/** What the seller writes about it. */
export function Content({ html }: { html: string }) {
  const t = useTexts('mall');
  if (html.trim() === '') return null;
  const texts = { title: t('linkTitle'), text: t('linkText'), leave: t('openLink'), stay: t('stay') };
  return (
    <section className={css.section}>
      <SectionTitle>{t('description')}</SectionTitle>
      <LinkedContent html={html} texts={texts} />
    </section>
  );
}
