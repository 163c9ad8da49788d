import type { ReactNode } from 'react';
import { useLocale, useTexts, useTitle } from '../platform/i18n.ts';
import { languageName } from '../platform/language-name.ts';
import { usePreferences } from '../platform/preferences.ts';
import { Card } from '../ui/card.tsx';
import { IconGlobe } from '../ui/icon/guard.tsx';
import { List, ListRow } from '../ui/list.tsx';
import { SectionTitle } from '../ui/section-title.tsx';
import { ThemeRow } from '../ui/theme-row.tsx';

/** Language and appearance of this device; `children` are the choices that only a member's page has. */
export function DeviceSettings({ children }: { children?: ReactNode }) {
  const app = useTexts('app');
  const titleOf = useTitle();
  const locale = useLocale();
  const { theme, setTheme } = usePreferences();
  return (
    <>
      <SectionTitle>{app('device')}</SectionTitle>
      <List label={app('device')}>
        <ListRow
          leading={<IconGlobe />}
          title={titleOf('titleLanguage')}
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
        {children}
      </Card>
    </>
  );
}
