import { activityErrors } from './activity/errors.ts';
import { assetErrors } from './asset/errors.ts';
import { authErrors } from './auth/errors.ts';
import { depositErrors } from './deposit/errors.ts';
import { kitErrors } from './kit/errors.ts';
import type { WireWord } from './kit/errors.ts';
import { liquidityErrors } from './liquidity/errors.ts';
import { mallErrors } from './mall/errors.ts';
import { memberErrors } from './member/errors.ts';
import { mintingErrors } from './minting/errors.ts';
import { newsErrors } from './news/errors.ts';
import { nodeErrors } from './node/errors.ts';
import { operatorErrors } from './operator/errors.ts';
import { reserveErrors } from './reserve/errors.ts';
import { rewardErrors } from './reward/errors.ts';
import { settingErrors } from './setting/errors.ts';
import { supportErrors } from './support/errors.ts';
import { swapErrors } from './swap/errors.ts';
import { teamErrors } from './team/errors.ts';
import { transferErrors } from './transfer/errors.ts';
import { withdrawalErrors } from './withdrawal/errors.ts';

const catalogue: Readonly<Record<string, WireWord>> = {
  ...kitErrors,
  ...activityErrors,
  ...assetErrors,
  ...authErrors,
  ...depositErrors,
  ...liquidityErrors,
  ...mallErrors,
  ...memberErrors,
  ...mintingErrors,
  ...newsErrors,
  ...nodeErrors,
  ...operatorErrors,
  ...reserveErrors,
  ...rewardErrors,
  ...settingErrors,
  ...supportErrors,
  ...swapErrors,
  ...teamErrors,
  ...transferErrors,
  ...withdrawalErrors,
};

/** All refusal codes of the house. */
export const refusalCodes: readonly string[] = Object.keys(catalogue);

/** The stable word that clients read for a refusal code. */
export function wireWordOf(code: string): WireWord {
  return catalogue[code] ?? 'invalid';
}
