import type { CallResult } from '@openmere/core/kit/call.ts';
import type { Locale } from '@openmere/core/kit/language.ts';
import { walletStatus } from '@openmere/core/operator/status-contract.ts';
import { listHaltsOf } from '../ledger/halt.ts';
import type { ReadCtx } from '../platform/context.ts';
import type { Db } from '../platform/db/connect.ts';
import { serve } from '../platform/http/serve.ts';
import type { Api } from '../platform/http/serve.ts';
import { listPublicChanges } from '../setting/config-store.ts';
import { wordHalt } from '../setting/payout-halt.ts';
import { showPauses } from '../setting/show-pauses.ts';
import { measureReviews } from '../withdrawal/review-store.ts';

const DAY_MS = 86_400_000;
const REVIEW_DAYS = 30;
/** A median of fewer says who they were. */
const REVIEWS_MIN = 10;
const HALT_DAYS = 90;
const HALTS_MAX = 50;
const CHANGES_MAX = 30;
/** Everybody is given the same ten seconds. */
const KEPT_MS = 10_000;
/** Facts of the program and the installation, not rules. */
const NO_RULE = /^(?:agreement|app|chain|crypto|dev|phone|push|tiles|upload|wallet)\./;

/** The open call of the people who run the house; the console's own are in console-routes.ts. */
export function statusRoutes(api: Api, { db, chainId }: { db: Db; chainId: number }): void {
  serve(api, walletStatus, async ({ actor, now, share }) => {
    const { locale } = actor.from;
    return share(locale, String(Math.floor(now.getTime() / KEPT_MS)), () =>
      showStatus({ tx: db, now, locale, chainId }),
    );
  });
}

/** Wallet/Status. */
export async function showStatus({
  tx,
  now,
  locale,
  chainId,
}: ReadCtx & { now: Date; locale: Locale; chainId: number }): Promise<CallResult<typeof walletStatus>> {
  const daysAgo = (days: number): Date => new Date(now.getTime() - days * DAY_MS);
  const { waiting, decided, medianSeconds } = await measureReviews(tx, daysAgo(REVIEW_DAYS));
  const halts = await listHaltsOf(tx, { since: daysAgo(HALT_DAYS), limit: HALTS_MAX });
  const changes = await listPublicChanges(tx, { except: NO_RULE, limit: CHANGES_MAX });
  return {
    reviews: { waiting, medianseconds: decided < REVIEWS_MIN ? null : medianSeconds },
    paused: await showPauses({ tx }, { chainId, locale }),
    halts: halts.map((halt) => ({
      kind: halt.kind,
      reason: wordHalt(locale, halt),
      since: halt.since.toISOString(),
      ended: halt.endedAt?.toISOString() ?? null,
    })),
    changes: changes.map(({ idx, type, before, val, changedAt }) => ({
      idx,
      type,
      before,
      after: val,
      time: changedAt.toISOString(),
    })),
  };
}
