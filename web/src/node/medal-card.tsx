import type { OutputOf } from '@openmere/core/calls.ts';
import { chainContracts } from '@openmere/core/setting/chain.ts';
import { HelpLink } from '../parts/help-link.tsx';
import { useOwnText } from '../parts/use-own-text.ts';
import { exactTime } from '../platform/exact-time.ts';
import { useLocale, useTexts } from '../platform/i18n.ts';
import { amountText } from '../platform/money-text.ts';
import { useCall } from '../platform/query.ts';
import { useSetting } from '../setting/use-setting.ts';
import { Card } from '../ui/card.tsx';
import { KeyValue } from '../ui/key-value.tsx';
import { Notice } from '../ui/notice.tsx';
import { Stack } from '../ui/page.tsx';
import { SectionTitle } from '../ui/section-title.tsx';
import { HashLink } from '../wallet/hash-link.tsx';
import css from './node.module.css';

type Medal = NonNullable<OutputOf<'Node/Mine'>>;

/** The medal of an answer; without one, the answer has no data and reads as an empty page. */
export function medalIn(answer: Medal | null | undefined): Medal | undefined {
  return answer && 'tokenid' in answer ? answer : undefined;
}

/** The medal that one's wallet holds: which, since when, what it gave. */
export function MedalCard({ medal }: { medal: Medal }) {
  const t = useTexts('node');
  const locale = useLocale();
  const own = useOwnText();
  const { medal: contract } = useSetting(chainContracts);
  const row = useCall('Node/Types', {}).data?.list.find(({ type }) => type === medal.type);
  const kind = t(`type_${medal.type}`);
  const dividends = medal.dividends.length > 0 ? medal.dividends : [{ coinid: 'USDT', amount: '0' }];
  return (
    <section>
      <SectionTitle>{t('mineTitle')}</SectionTitle>
      <Card>
        <Stack gap={3}>
          <p className={css.medal}>{t('medalName', { kind, token: medal.tokenid })}</p>
          <KeyValue
            rows={[
              { key: 'since', label: t('since'), value: exactTime(medal.time, locale) },
              {
                key: 'dividends',
                label: t('dividends'),
                value: dividends
                  .map(({ coinid, amount }) => own(`${amountText(amount, locale)} ${coinid}`))
                  .join(' · '),
              },
              { key: 'equity', label: t('equityGot'), value: own(amountText(medal.equity, locale)) },
              ...(contract
                ? [
                    {
                      key: 'contract',
                      label: t('contract'),
                      value: <HashLink hash={contract} of="address" />,
                    },
                  ]
                : []),
              { key: 'hash', label: t('cameBy'), value: <HashLink hash={medal.hash} /> },
            ]}
          />
          <p className={css.quiet}>{t('movesText')}</p>
          {row && <Notice title={t('rightsTitle')}>{t('rightsText', { weight: String(row.weight) })}</Notice>}
          <HelpLink about={`node:mdl_${medal.tokenid}`} />
        </Stack>
      </Card>
    </section>
  );
}
