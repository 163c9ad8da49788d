import { push } from '../platform/history.ts';
import { useTexts } from '../platform/i18n.ts';
import { BackBar } from '../parts/back-bar.tsx';
import { IconBank, IconDeposit } from '../ui/icon/money.tsx';
import { List, ListRow } from '../ui/list.tsx';
import { Notice } from '../ui/notice.tsx';
import { Page } from '../ui/page.tsx';

/** How to pay in: on chain now; by bank is not open yet and says so. */
export function RechargeScreen() {
  const t = useTexts('deposit');
  return (
    <Page narrow nav={<BackBar title="titleRecharge" parent="/pages/wallet/wallet" />}>
      <List label={t('choose')}>
        <ListRow
          leading={<IconDeposit />}
          title={t('chainTitle')}
          subtitle={t('chainText')}
          onPress={() => push('/pages/wallet/recharge/rechargeChain')}
        />
        <ListRow leading={<IconBank />} title={t('fiatTitle')} subtitle={t('fiatLater')} />
      </List>
      <Notice tone="warn">{t('risk')}</Notice>
    </Page>
  );
}
