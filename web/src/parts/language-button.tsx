import { Suspense, useState } from 'react';
import { useTitle } from '../platform/i18n.ts';
import { IconButton } from '../ui/icon-button.tsx';
import { IconGlobe } from '../ui/icon/guard.tsx';
import { lazyPart } from '../ui/lazy-part.ts';

// Most who come read its language: fetched when somebody wants another one.
const LanguageSheet = lazyPart(() => import('./language-sheet.tsx').then((m) => m.LanguageSheet));

/** The way to the nine languages, at the top of a page that a visitor sees first. They open over it: what was typed there stays. */
export function LanguageButton() {
  const [open, setOpen] = useState<boolean>();
  return (
    <>
      <IconButton label={useTitle()('titleLanguage')} icon={<IconGlobe />} onPress={() => setOpen(true)} />
      {open !== undefined && (
        <Suspense fallback={null}>
          <LanguageSheet open={open} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
