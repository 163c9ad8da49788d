import { Loaded } from '../parts/loaded.tsx';
import { WaitingRows } from '../parts/waiting.tsx';
import { Activity, ActivityTitle } from './feed/activity.tsx';
import { InProgress } from './feed/in-progress.tsx';
import { useMoney } from './feed/use-money.ts';

/** Beside the balance: what is going on, and what happened. Texts: `feed`. */
export function MemberFeed() {
  const query = useMoney();
  const waiting = (
    <>
      <ActivityTitle />
      <WaitingRows rows={4} />
    </>
  );
  return (
    <Loaded query={{ ...query, data: query.money }} waiting={waiting}>
      {(money) => (
        <>
          <InProgress money={money} />
          <Activity money={money} />
        </>
      )}
    </Loaded>
  );
}
