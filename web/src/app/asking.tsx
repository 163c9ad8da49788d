import { AgreeAgain } from '../auth/agreement/agree-again.tsx';
import { UpdateNeeded } from '../member/update-needed.tsx';

/** What everybody is asked on whatever page they are: a newer version of the app, or of an agreement. */
export function Asking({ isMember }: { isMember: boolean }) {
  return (
    <>
      {isMember && <AgreeAgain />}
      <UpdateNeeded />
    </>
  );
}
