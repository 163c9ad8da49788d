import { useLocale, useTexts } from '../platform/i18n.ts';
import { usePreferences } from '../platform/preferences.ts';
import { languageName } from '../auth/language-name.ts';
import { Card } from '../ui/card.tsx';
import { IconGlobe } from '../ui/icon/guard.tsx';
import { List, ListRow } from '../ui/list.tsx';
import { SectionTitle } from '../ui/section-title.tsx';
import { ThemeRow } from '../ui/theme-row.tsx';

/** Language and appearance of this device. */
export function DeviceCard() {
  const t = useTexts('home');
  const app = useTexts('app');
  const locale = useLocale();
  const { theme, setTheme } = usePreferences();
  return (
    <>
      <SectionTitle>{t('device')}</SectionTitle>
      <List label={t('device')}>
        <ListRow
          leading={<IconGlobe />}
          title={app('language')}
          trailing={languageName(locale, locale)}
          href="#/pages/login/language"
        />
      </List>
      <Card flush>
        <ThemeRow
          label={app('theme')}
          value={theme}
          onChange={setTheme}
          labels={{ system: app('themeSystem'), light: app('themeLight'), dark: app('themeDark') }}
        />
      </Card>
    </>
  );
}
