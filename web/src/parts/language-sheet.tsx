import { useTitle } from '../platform/i18n.ts';
import { ClosableSheet } from './closable-sheet.tsx';
import { LanguageChoice } from './language-choice.tsx';

/** The nine languages over a page, which stays as it is below. A press closes it; arrow keys, which choose at each step, do not. */
export function LanguageSheet({ open, onClose }: { open: boolean; onClose: () => void }) {
  return (
    <ClosableSheet open={open} onClose={onClose} title={useTitle()('titleLanguage')}>
      <LanguageChoice onPress={onClose} />
    </ClosableSheet>
  );
}
