import { useState } from 'react';
import type { ReactNode } from 'react';
import { CallFailed } from '../parts/call-failed.tsx';
import { ClosableSheet } from '../parts/closable-sheet.tsx';
import { useTexts } from '../platform/i18n.ts';
import { useServerAhead } from '../platform/use-server-clock.ts';
import type { Hex } from '../platform/wallet/eip1193.ts';
import { Stack } from '../ui/page.tsx';
import { SkeletonRows } from '../ui/skeleton.tsx';
import type { FreshLiquidity } from './liquidity-data.ts';
import { useFreshLiquidity } from './use-fresh-liquidity.ts';

type ReviewSheetProps = {
  open: boolean;
  onClose: () => void;
  title: string;
  owner: Hex | undefined;
  /** The figures and the button, from what the chain says at this moment. */
  children: (fresh: FreshLiquidity) => ReactNode;
};

/** The last look before the wallet is asked: everything in it is read from the chain anew. */
export function ReviewSheet({ open, onClose, title, owner, children }: ReviewSheetProps) {
  const t = useTexts('liquidity');
  useServerAhead('business', open);
  const { fresh, isError, error, refetch } = useFreshLiquidity(open, owner);
  // The last figures stay in sight while the sheet closes.
  const [shown, setShown] = useState<FreshLiquidity>();
  if (fresh && fresh !== shown) setShown(fresh);
  const known = fresh ?? (open ? undefined : shown);
  return (
    <ClosableSheet open={open} onClose={onClose} title={title}>
      {known && <Stack>{children(known)}</Stack>}
      {!known && isError && <CallFailed query={{ error, refetch }} title={t('freshFailed')} />}
      {!known && !isError && <SkeletonRows label={t('reading')} rows={5} coin={false} />}
    </ClosableSheet>
  );
}
