import { activityPushes } from '../activity/pushes.ts';
import { assetPushes } from '../asset/pushes.ts';
import { authPushes } from '../auth/pushes.ts';
import { depositPushes } from '../deposit/pushes.ts';
import { liquidityPushes } from '../liquidity/pushes.ts';
import { mallPushes } from '../mall/pushes.ts';
import { shopPushes } from '../mall/shop/pushes.ts';
import { memberPushes } from '../member/pushes.ts';
import { mintingPushes } from '../minting/pushes.ts';
import { newsPushes } from '../news/pushes.ts';
import { nodePushes } from '../node/pushes.ts';
import { keepApp } from '../platform/app-update.ts';
import { followPushes, useLive } from '../platform/live.ts';
import type { PushHandlers } from '../platform/live.ts';
import { networkState } from '../platform/network.ts';
import { queryClient, refreshAll } from '../platform/query.ts';
import { useSessionStore } from '../platform/session.ts';
import { writeStored } from '../platform/storage.ts';
import { rewardPushes } from '../reward/pushes.ts';
import { settingPushes } from '../setting/pushes.ts';
import { supportPushes } from '../support/pushes.ts';
import { swapPushes } from '../swap/pushes.ts';
import { teamPushes } from '../team/pushes.ts';
import { transferPushes } from '../transfer/pushes.ts';
import { withdrawalPushes } from '../withdrawal/pushes.ts';
import { keepAnswersFor } from './offline/keep-answers.ts';

/** Every push has its handler: the type says so. */
export const pushHandlers: PushHandlers = {
  ...activityPushes,
  ...assetPushes,
  ...authPushes,
  ...depositPushes,
  ...liquidityPushes,
  ...mallPushes,
  ...memberPushes,
  ...mintingPushes,
  ...newsPushes,
  ...nodePushes,
  ...rewardPushes,
  ...settingPushes,
  ...shopPushes,
  ...supportPushes,
  ...swapPushes,
  ...teamPushes,
  ...transferPushes,
  ...withdrawalPushes,
  resync: refreshAll,
};

/** Where calls get through and the socket does not (some networks block it), what is shown is asked for this often. */
const ASK_AGAIN_MS = 30_000;

function askWhatIsShown(): void {
  if (useLive.getState().live || document.hidden || networkState() === 'none') return;
  void queryClient.refetchQueries({ type: 'active', stale: true }, { cancelRefetch: false });
}

let timer: ReturnType<typeof setInterval> | undefined;

export function followLive(token: string | undefined): void {
  clearInterval(timer);
  timer = token === undefined ? undefined : setInterval(askWhatIsShown, ASK_AGAIN_MS);
  followPushes(token, pushHandlers);
  keepAnswersFor(token);
  if (token !== undefined) keepApp();
  // Logged out, perhaps in another tab: the login that this one is led to is nobody's way back here. The page leads there in this turn.
  else if (useSessionStore.getState().ended === undefined)
    setTimeout(() => writeStored('general.wantedPath', undefined));
}
