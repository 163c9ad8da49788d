import { useEffect } from 'react';
import { AgreeAgain } from '../auth/agreement/agree-again.tsx';
import { ResetAsked } from '../auth/second-factor/reset-asked.tsx';
import { UpdateNeeded } from '../member/update-needed.tsx';
import { preloadOverlays } from '../ui/sheet.tsx';
import { useDocumentTitle } from './use-document-title.ts';

/** What everybody is asked on whatever page they are: a newer version of the app or of an agreement; and a member, whether a lost second factor may be taken off. */
export function Asking({ isMember }: { isMember: boolean }) {
  useDocumentTitle();
  useEffect(() => {
    // This comes when the page is quiet. A visitor's stays light: most open nothing over it.
    if (isMember) preloadOverlays().catch((error: unknown) => console.warn('not fetched ahead', error));
  }, [isMember]);
  return (
    <>
      {isMember && <ResetAsked />}
      {isMember && <AgreeAgain />}
      <UpdateNeeded />
    </>
  );
}
