import { useEffect } from 'react';
import { useCallPages } from '../../platform/pages.ts';
import { useCall } from '../../platform/query.ts';
import { lookForInAppWallet, useInAppWallet } from '../../platform/wallet/in-app/keeper.ts';
import { useWallet } from '../../platform/wallet/use-wallet.ts';
import { useMemberQuery } from '../use-member-query.ts';
import { setUpSteps } from './steps.ts';
import type { SetUpStep } from './steps.ts';

function useDeposited(isAsked: boolean): { hasDeposited: boolean | undefined; isArriving: boolean } {
  const deposits = useCallPages('Wallet/Deposits', {}, { enabled: isAsked }).rows;
  const balances = useCall('Users/Balance', {}, { enabled: isAsked }).data?.list;
  const credited = deposits?.some((record) => record.status === 'credited');
  const hasMoney = balances?.some((row) => row.balance !== '0');
  const isKnown = deposits !== undefined && balances !== undefined;
  return {
    hasDeposited: credited === true || hasMoney === true || (isKnown ? false : undefined),
    isArriving: deposits?.some((record) => record.status === 'seen') ?? false,
  };
}

/** The steps of the set-up as they stand now; undefined while not known, and for who has no use for them. */
export function useSetUp(): { steps: readonly SetUpStep[] | undefined; isWaiting: boolean } {
  const { data: info, isPending } = useMemberQuery();
  const { isDapp } = useWallet();
  const { status, backedUp } = useInAppWallet();
  useEffect(() => void lookForInAppWallet(), []);
  const deposited = useDeposited(info !== undefined && !info.exitonly && info.main === null);
  const hasOwn = status === 'locked' || status === 'unlocked';
  const steps =
    info &&
    setUpSteps(info, {
      hasWallet: isDapp || (hasOwn && backedUp),
      wordsUnchecked: hasOwn && !backedUp,
      ...deposited,
    });
  return { steps, isWaiting: isPending };
}
