import type { OutputOf } from '@openmere/core/calls.ts';
import { AskFirst } from '../../parts/ask-first.tsx';
import { BackBar } from '../../parts/back-bar.tsx';
import { Loaded } from '../../parts/loaded.tsx';
import { Refreshable } from '../../parts/refreshable.tsx';
import { WaitingRows } from '../../parts/waiting.tsx';
import { call } from '../../platform/api-client.ts';
import { useTexts } from '../../platform/i18n.ts';
import { refresh, useCall } from '../../platform/query.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { IconBank, IconSend } from '../../ui/icon/money.tsx';
import { List, ListRow } from '../../ui/list.tsx';
import { Page } from '../../ui/page.tsx';
import { showToast } from '../../ui/toast-store.ts';
import { ADD_PAYABLE_PATH } from './paths.ts';
import css from '../account-screen.module.css';

type Payable = OutputOf<'Users/PayableList'>;

async function remove(id: string, done: string): Promise<void> {
  await call('Users/PayableDel', { id });
  await refresh('Users/PayableList');
  showToast({ text: done, tone: 'good' });
}

const nameOf = (payable: Payable, t: ReturnType<typeof useTexts<'payable'>>): string =>
  `${payable.payabletype === 'alipay' ? t('alipay') : payable.bankname} ${payable.account}`;

function PayableRow({ payable }: { payable: Payable }) {
  const t = useTexts('payable');
  const { payabletype, bankname, holder, account } = payable;
  return (
    <ListRow
      leading={payabletype === 'bank' ? <IconBank /> : <IconSend />}
      title={payabletype === 'alipay' ? t('alipay') : bankname}
      subtitle={
        <>
          <span className={css.value}>{account}</span>
          <br />
          {holder}
        </>
      }
      action={
        <AskFirst
          size="small"
          label={t('remove')}
          question={t('removeAsk')}
          act={() => remove(payable.id, t('removed'))}
        >
          <p>{t('removeText', { account: nameOf(payable, t) })}</p>
        </AskFirst>
      }
    />
  );
}

/** Where money goes back to outside the chain: bank accounts, Alipay, other services. */
export function PayablesScreen() {
  const t = useTexts('payable');
  const query = useCall('Users/PayableList', {});
  const rows = query.data?.list;
  const add = <Button href={`#${ADD_PAYABLE_PATH}`}>{t('add')}</Button>;
  return (
    <Page
      narrow
      nav={<BackBar title="payable.titlePayables" parent="/pages/mine/account/account" />}
      footer={rows !== undefined && rows.length > 0 ? add : undefined}
    >
      <Refreshable calls={['Users/PayableList']}>
        <p>{t('lead')}</p>
      </Refreshable>
      <Loaded query={{ ...query, data: rows }} waiting={<WaitingRows rows={2} coin={false} />}>
        {(list) =>
          list.length === 0 ? (
            <EmptyState title={t('emptyTitle')} action={add}>
              {t('emptyText')}
            </EmptyState>
          ) : (
            <List label={t('titlePayables')}>
              {list.map((payable) => (
                <PayableRow key={payable.id} payable={payable} />
              ))}
            </List>
          )
        }
      </Loaded>
    </Page>
  );
}
