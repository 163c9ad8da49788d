import type { OutputOf } from '@openmere/core/calls.ts';
import { useState } from 'react';
import { CallFailed } from '../../parts/call-failed.tsx';
import { WaitingRows } from '../../parts/waiting.tsx';
import { errorText } from '../../platform/error-text.ts';
import { useLocale, useTexts } from '../../platform/i18n.ts';
import { amountText } from '../../platform/money-text.ts';
import { usePreferences } from '../../platform/preferences.ts';
import { useCall } from '../../platform/query.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { HIDDEN } from '../../ui/figure.tsx';
import { List, ListRow } from '../../ui/list.tsx';
import { Notice } from '../../ui/notice.tsx';
import { SectionTitle } from '../../ui/section-title.tsx';
import { showToast } from '../../ui/toast-store.ts';
import type { MemberInfo } from '../use-member.ts';
import { AddSubAccount } from './add-sub-account.tsx';
import { switchAccount } from './switch-account.ts';
import css from './accounts-section.module.css';

type Accounts = OutputOf<'Users/myaccount'>;
type Account = Accounts['accounts'][number];

/** One account: who, which kind, what it has; pressed, one goes on as it. */
function AccountRow({ account, onPress }: { account: Account; onPress: (() => void) | undefined }) {
  const t = useTexts('family');
  const locale = useLocale();
  const { userid, nickname, avatar, main, current, invitationcode, balances } = account;
  const hide = usePreferences((state) => state.hideAmounts);
  const held = balances.map(
    ({ coinid, balance }) => `${hide ? HIDDEN : amountText(balance, locale)} ${coinid}`,
  );
  return (
    <ListRow
      leading={<Avatar seed={userid} name={nickname} src={avatar || undefined} />}
      title={
        <span className={css.name}>
          {nickname}
          {current && <Badge tone="accent">{t('current')}</Badge>}
        </span>
      }
      subtitle={
        <>
          {t(main ? 'mainAccount' : 'subAccount')} · {invitationcode}
          <br />
          {held.length === 0 ? t('empty') : held.join(' · ')}
        </>
      }
      {...(onPress ? { onPress } : {})}
    />
  );
}

/** Pushes come for the account that one is: what the others have is asked again each time one comes here, and meanwhile. */
const FRESH = { staleTime: 0, refetchInterval: 20_000 };

/** Main account and sub-accounts: which one I am, switching, and adding one. */
export function AccountsSection({ info }: { info: MemberInfo }) {
  const t = useTexts('family');
  const query = useCall('Users/myaccount', {}, FRESH);
  const [adding, setAdding] = useState(false);
  const [busy, setBusy] = useState(false);
  const { data } = query;

  async function go(account: Account): Promise<void> {
    if (busy) return;
    setBusy(true);
    try {
      await switchAccount(account);
      showToast({ text: t('switched', { name: account.nickname }), tone: 'good' });
    } catch (error) {
      showToast({ text: errorText(error), tone: 'danger' });
    } finally {
      setBusy(false);
    }
  }

  return (
    <>
      <SectionTitle>{t('accounts')}</SectionTitle>
      {!data && !query.error && <WaitingRows rows={2} />}
      {!data && query.error && <CallFailed query={query} />}
      {data && (
        <List label={t('accounts')}>
          {data.accounts.map((account) => (
            <AccountRow
              key={account.userid}
              account={account}
              onPress={account.current ? undefined : () => void go(account)}
            />
          ))}
        </List>
      )}
      <p className={css.note}>{t('accountsNote')}</p>
      {info.main && <Notice>{t('payFromMain', { name: info.main.nickname })}</Notice>}
      {data && !info.main && (
        <Button
          tone="secondary"
          onPress={() => setAdding(true)}
          disabledReason={data.accounts.length - 1 >= data.limit ? t('full', { max: data.limit }) : undefined}
        >
          {t('add')}
        </Button>
      )}
      <AddSubAccount info={info} open={adding} onClose={() => setAdding(false)} />
    </>
  );
}
