import { useTexts } from '../platform/i18n.ts';
import { Spinner } from '../ui/spinner.tsx';
import { Spoken } from '../ui/spoken.tsx';

/** Something is being fetched that has no shape yet. */
export function WaitingSpinner() {
  return (
    <>
      <Spinner />
      <Spoken>{useTexts('app')('loading')}</Spoken>
    </>
  );
}
