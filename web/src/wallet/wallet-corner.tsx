import { useEffect, useState } from 'react';
import { Beside } from '../parts/beside.tsx';
import { loadTexts } from '../platform/i18n.ts';
import { useApproval } from '../platform/wallet/in-app/approval.ts';
import { lazyPart } from '../ui/lazy-part.ts';

const ApprovalSheet = lazyPart(
  () => import('./approval-sheet.tsx').then((m) => m.ApprovalSheet),
  () => loadTexts(['wallet']),
);

/** A question that cannot be shown is answered with no, and so is each after it: otherwise what asked would wait for ever. */
function CannotAsk() {
  const answer = useApproval((state) => state.answer);
  useEffect(() => answer?.(false), [answer]);
  return null;
}

/** Where the in-app wallet asks its questions, over whatever screen is shown. Costs nothing until the first one. */
export function WalletCorner() {
  const asked = useApproval((state) => state.asked !== undefined);
  const [ever, setEver] = useState(asked);
  if (asked && !ever) setEver(true);
  if (!ever) return null;
  return (
    <Beside instead={<CannotAsk />}>
      <ApprovalSheet />
    </Beside>
  );
}
