import type { Locale } from '@openmere/core/kit/language.ts';
import { useLocale, useTexts } from '../platform/i18n.ts';
import { languageName } from '../platform/language-name.ts';

/** Says in which language something is there, where that is not the reader's. */
export function OtherLanguage({ written }: { written: Locale }) {
  const t = useTexts('news');
  const locale = useLocale();
  if (written === locale) return null;
  return <span lang={locale}> · {t('otherLanguage', { language: languageName(written, locale) })}</span>;
}
