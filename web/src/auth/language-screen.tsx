import { BackBar } from '../parts/back-bar.tsx';
import { LanguageChoice } from '../parts/language-choice.tsx';
import { useTexts } from '../platform/i18n.ts';
import { Page } from '../ui/page.tsx';

/** The languages of this device, with what changes along. */
export function LanguageScreen() {
  const t = useTexts('device');
  return (
    <Page narrow nav={<BackBar title="titleLanguage" />}>
      <p>{t('languageText')}</p>
      <LanguageChoice />
    </Page>
  );
}
