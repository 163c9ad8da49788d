import { formatAmount } from '@openmere/core/money/amount.ts';
import { rewardTeamRates } from '@openmere/core/setting/reward.ts';
import {
  teamWeightLiquidity,
  teamWeightMall,
  teamWeightMint,
  teamWeightNode,
  teamWeightSwap,
  teamWeightUsdo,
} from '@openmere/core/setting/team.ts';
import { percentText } from '../platform/figure-text.ts';
import { useLocale, useTexts } from '../platform/i18n.ts';
import { amountText } from '../platform/money-text.ts';
import { useSetting } from '../setting/use-setting.ts';
import { Disclosure } from '../ui/disclosure.tsx';
import { KeyValue } from '../ui/key-value.tsx';
import { useLevels } from './use-levels.ts';

/** How much of which use counts, and what each level needs and gets: by the values in force. */
export function HowItCounts() {
  const t = useTexts('team');
  const locale = useLocale();
  const weights = {
    swap: useSetting(teamWeightSwap),
    liquidity: useSetting(teamWeightLiquidity),
    usdo: useSetting(teamWeightUsdo),
    mall: useSetting(teamWeightMall),
    mint: useSetting(teamWeightMint),
    node: useSetting(teamWeightNode),
  };
  const rates = useSetting(rewardTeamRates);
  const levels = useLevels();
  const uses = ['swap', 'liquidity', 'usdo', 'mall', 'mint', 'node'] as const;
  return (
    <Disclosure label={t('explain')}>
      <p>{t('explainText')}</p>
      <KeyValue
        rows={uses.map((use) => ({
          key: use,
          label: t(`use_${use}`),
          value: percentText(weights[use], locale),
        }))}
      />
      <p>{t('levelsText')}</p>
      <KeyValue
        rows={(levels ?? []).map((from, at) => ({
          key: String(at),
          label: `V${at + 1}`,
          value: `${amountText(formatAmount(from), locale, 2)} USDT`,
          note: percentText(rates[at] ?? 0, locale),
        }))}
      />
    </Disclosure>
  );
}
