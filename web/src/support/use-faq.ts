import { formatAmount } from '@openmere/core/money/amount.ts';
import { payPasswordLockHours, subAccountsMax } from '@openmere/core/setting/account.ts';
import { equityCap } from '@openmere/core/setting/market.ts';
import { mintingThreshold, mintingThresholdInclusive } from '@openmere/core/setting/minting.ts';
import {
  depositConfirmations,
  depositMin,
  transferFeeBps,
  transferMultiple,
  withdrawFee,
  withdrawMax,
  withdrawMin,
  withdrawMultiple,
} from '@openmere/core/setting/money.ts';
import { useMemo } from 'react';
import { useLocale, useTexts } from '../platform/i18n.ts';
import { amountText } from '../platform/money-text.ts';
import { useSetting } from '../setting/use-setting.ts';
import { createFaqSearch } from './faq-search.ts';
import type { Article } from './faq-search.ts';

/** Each article and the screen that it is about; those about the help itself lead nowhere. */
export const faqPlaces = {
  depositMin: '/pages/wallet/recharge/recharge',
  depositTime: '/pages/wallet/recharge/rechargeChain',
  withdrawAmount: '/pages/wallet/withdraw/withdrawChain',
  withdrawWhere: '/pages/mine/account/account',
  withdrawReview: '/pages/wallet/withdraw/recode/recodeChain',
  lock: '/pages/mine/safety/safety',
  transfer: '/pages/wallet/transfer/transferChain',
  bind: '/pages/mine/account/account',
  activate: '/pages/wallet/activate/activate',
  subaccounts: '/pages/mine/account/account',
  custody: '/pages/wallet/reserves/reserves',
  ousd: '/pages/swap/linquidity/linquidity',
  node: '/pages/wallet/subscribe/subscribe',
  equity: '/pages/swap/linquidity/linquidity',
  power: '/pages/wallet/cast/cast',
  phrase: '/pages/wallet/inapp/inapp',
  truth: undefined,
} as const;
export type FaqKey = keyof typeof faqPlaces;
const keys = Object.keys(faqPlaces) as FaqKey[];

/** The numbers of the answers, as the house's rules are now. */
function useFigures() {
  const locale = useLocale();
  const figures = {
    depositMin: useSetting(depositMin),
    withdrawMin: useSetting(withdrawMin),
    withdrawMultiple: useSetting(withdrawMultiple),
    withdrawMax: useSetting(withdrawMax),
    withdrawFee: useSetting(withdrawFee),
    transferMultiple: useSetting(transferMultiple),
    equityCap: useSetting(equityCap),
    threshold: useSetting(mintingThreshold),
  };
  const shown = Object.entries(figures).map(([name, value]) => [
    name,
    amountText(formatAmount(value), locale).replace(/[.,]0+$/, ''),
  ]);
  const percent = new Intl.NumberFormat(locale, { maximumFractionDigits: 2 });
  return {
    ...(Object.fromEntries(shown) as Record<keyof typeof figures, string>),
    confirmations: useSetting(depositConfirmations),
    lockHours: useSetting(payPasswordLockHours),
    subAccounts: useSetting(subAccountsMax),
    transferFee: percent.format(useSetting(transferFeeBps) / 100),
  };
}

/** The articles in the language that is shown, and how to look for them on the device. */
export function useFaq(): {
  articles: readonly (Article & { id: FaqKey })[];
  find: (query: string) => readonly string[];
} {
  const t = useTexts('faq');
  const locale = useLocale();
  const figures = useFigures();
  const fromThreshold = useSetting(mintingThresholdInclusive);
  const articles = keys.map((id) => {
    const answer = id === 'power' && fromThreshold ? 'a_powerFrom' : (`a_${id}` as const);
    return { id, question: t(`q_${id}`), answer: t(answer, figures) };
  });
  const text = JSON.stringify(articles);
  const find = useMemo(() => createFaqSearch(JSON.parse(text) as Article[], locale), [text, locale]);
  return { articles, find };
}
