import { AgreeAgain } from '../auth/agreement/agree-again.tsx';
import { ResetAsked } from '../auth/second-factor/reset-asked.tsx';
import { UpdateNeeded } from '../member/update-needed.tsx';

/** What everybody is asked on whatever page they are: a newer version of the app or of an agreement; and a member, whether a lost second factor may be taken off. */
export function Asking({ isMember }: { isMember: boolean }) {
  return (
    <>
      {isMember && <ResetAsked />}
      {isMember && <AgreeAgain />}
      <UpdateNeeded />
    </>
  );
}
