import { Beside } from '../parts/beside.tsx';
import { WaitingRows } from '../parts/waiting.tsx';
import { loadTexts } from '../platform/i18n.ts';
import { firstPicture } from '../platform/idle.ts';
import { lazyPart } from '../ui/lazy-part.ts';

const AwardLink = lazyPart(
  () => firstPicture.then(() => import('./award-link.tsx')).then((m) => m.AwardLink),
  () => firstPicture.then(() => loadTexts(['award'])),
);

/** The row that leads to rewards, in a list of another page, with texts of its own: fetched when that page stands. */
export function AwardLinkSlot() {
  return (
    <Beside
      waiting={
        <li>
          <WaitingRows rows={1} coin={false} />
        </li>
      }
    >
      <AwardLink />
    </Beside>
  );
}
