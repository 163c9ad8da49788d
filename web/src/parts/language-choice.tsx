import { locales } from '@openmere/core/kit/language.ts';
import type { Locale } from '@openmere/core/kit/language.ts';
import { applyUpdate, keepLanguage } from '../platform/app-update.ts';
import { errorText } from '../platform/error-text.ts';
import { switchLocale, useLocale, useTitle } from '../platform/i18n.ts';
import { languageName } from '../platform/language-name.ts';
import { refreshAll } from '../platform/query.ts';
import { writeStored } from '../platform/storage.ts';
import { LanguageList } from '../ui/language-list.tsx';
import type { LanguageListProps } from '../ui/language-list.tsx';
import { showToast } from '../ui/toast-store.ts';

/** Its texts went with the build that this page is of: the newest page comes in the chosen language. */
function takeNewBuild(locale: Locale): Promise<void> {
  writeStored('general.locale', locale);
  return applyUpdate();
}

/** The nine languages at once; the choice holds from this moment on every page. */
export function LanguageChoice({ onPress }: Pick<LanguageListProps, 'onPress'>) {
  const titleOf = useTitle();
  const locale = useLocale();

  async function choose(key: string): Promise<void> {
    try {
      await switchLocale(key as Locale);
      keepLanguage(key as Locale);
      // What the server names (goods, records) comes in the new language.
      void refreshAll();
    } catch (error) {
      if (error instanceof Error && error.cause === 404) return takeNewBuild(key as Locale);
      showToast({ text: errorText(error), tone: 'danger' });
    }
  }

  return (
    <LanguageList
      label={titleOf('titleLanguage')}
      value={locale}
      onChange={(key) => void choose(key)}
      onPress={onPress}
      items={locales.map((key) => ({
        key,
        name: languageName(key, key),
        lang: key,
        ...(key === locale ? {} : { note: languageName(key, locale) }),
      }))}
    />
  );
}
