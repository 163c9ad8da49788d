import { useTitle } from '../platform/i18n.ts';
import { IconButton } from '../ui/icon-button.tsx';
import { IconGlobe } from '../ui/icon/guard.tsx';

/** The way to the nine languages, at the top of a page that a visitor sees first. */
export function LanguageButton() {
  return (
    <IconButton label={useTitle()('titleLanguage')} icon={<IconGlobe />} href="#/pages/login/language" />
  );
}
