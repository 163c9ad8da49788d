import { Suspense, useState } from 'react';
import { loadTexts } from '../platform/i18n.ts';
import { useApproval } from '../platform/wallet/in-app/approval.ts';
import { lazyPart } from '../ui/lazy-part.ts';

const ApprovalSheet = lazyPart(
  () => import('./approval-sheet.tsx').then((m) => m.ApprovalSheet),
  () => loadTexts(['wallet']),
);

/** Where the in-app wallet asks its questions, over whatever screen is shown. Costs nothing until the first one. */
export function WalletCorner() {
  const asked = useApproval((state) => state.asked !== undefined);
  const [ever, setEver] = useState(asked);
  if (asked && !ever) setEver(true);
  if (!ever) return null;
  return (
    <Suspense fallback={null}>
      <ApprovalSheet />
    </Suspense>
  );
}
