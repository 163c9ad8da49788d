import { checkPayable, normalisePayable, payableTypes } from '@openmere/core/member/payable.ts';
import type { Payable } from '@openmere/core/member/payable.ts';
import { useState } from 'react';
import { PayPasswordSheet } from '../../auth/password/pay-password-sheet.tsx';
import { BackBar } from '../../parts/back-bar.tsx';
import { Form } from '../../parts/form.tsx';
import { Loaded } from '../../parts/loaded.tsx';
import { WaitingCard } from '../../parts/waiting.tsx';
import { call, CallRefused } from '../../platform/api-client.ts';
import { errorText } from '../../platform/error-text.ts';
import { back } from '../../platform/history.ts';
import { useTexts } from '../../platform/i18n.ts';
import { refresh, useCall } from '../../platform/query.ts';
import { sealSecret } from '../../platform/seal.ts';
import { Button } from '../../ui/button.tsx';
import { KeyValue } from '../../ui/key-value.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Page } from '../../ui/page.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { showToast } from '../../ui/toast-store.ts';
import { useMember } from '../use-member.ts';
import { PAYABLES_PATH } from './paths.ts';

type Name = 'holder' | 'bankname' | 'account' | 'bic';
const fieldOf: Readonly<Record<string, Name>> = {
  'member.badholder': 'holder',
  'member.badbankname': 'bankname',
  'member.badaccount': 'account',
  'member.badibanlength': 'account',
  'member.badcheckdigits': 'account',
  'member.payableknown': 'account',
  'member.badbic': 'bic',
};

const accountLabels = { bank: 'account', alipay: 'alipayAccount', other: 'serviceAccount' } as const;
const nameLabels = { bank: 'bankname', alipay: 'alipay', other: 'service' } as const;

/** What was typed, once more, before the payment password. */
function Summary({ payable, replaces }: { payable: Payable; replaces: string | undefined }) {
  const t = useTexts('payable');
  const { type, holder, bankname, account } = payable;
  return (
    <>
      <KeyValue
        rows={[
          ...(type === 'alipay' ? [] : [{ key: 'name', label: t(nameLabels[type]), value: bankname }]),
          { key: 'account', label: t(accountLabels[type]), value: account },
          { key: 'holder', label: t('holder'), value: holder },
        ]}
      />
      {replaces !== undefined && <p>{t('alipayReplaces', { account: replaces })}</p>}
    </>
  );
}

type Wrong = { name: Name; text: string } | undefined;

function Fields({
  typed,
  wrong,
  onChange,
}: {
  typed: Payable;
  wrong: Wrong;
  onChange: (change: Partial<Payable>) => void;
}) {
  const t = useTexts('payable');
  const { type } = typed;
  const errorOf = (name: Name) => (wrong?.name === name ? wrong.text : undefined);
  return (
    <>
      <Segmented
        label={t('kind')}
        value={type}
        onChange={(next) => onChange({ type: next })}
        items={payableTypes.map((key) => ({ key, label: t(key) }))}
      />
      <TextField
        label={t('holder')}
        hint={t('holderHint')}
        value={typed.holder}
        onChange={(holder) => onChange({ holder })}
        autoComplete="name"
        maxLength={200}
        error={errorOf('holder')}
      />
      {type !== 'alipay' && (
        <TextField
          label={t(nameLabels[type])}
          value={typed.bankname}
          onChange={(bankname) => onChange({ bankname })}
          autoComplete="off"
          maxLength={200}
          error={errorOf('bankname')}
        />
      )}
      <TextField
        label={t(accountLabels[type])}
        hint={type === 'alipay' ? t('alipayHint') : undefined}
        value={typed.account}
        onChange={(account) => onChange({ account })}
        autoComplete="off"
        autoCapitalize={type === 'bank' ? 'characters' : 'none'}
        spellCheck={false}
        maxLength={200}
        error={errorOf('account')}
      />
      {type === 'bank' && (
        <TextField
          label={t('bic')}
          value={typed.bic}
          onChange={(bic) => onChange({ bic })}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={20}
          error={errorOf('bic')}
        />
      )}
    </>
  );
}

function AddPayable({ alipay }: { alipay: string | undefined }) {
  const t = useTexts('payable');
  const [typed, setTyped] = useState<Payable>({
    type: 'bank',
    holder: '',
    bankname: '',
    account: '',
    bic: '',
  });
  const [asking, setAsking] = useState(false);
  const [wrong, setWrong] = useState<Wrong>();
  const payable = normalisePayable(typed);
  const isEmpty =
    payable.holder === '' || payable.account === '' || (payable.type !== 'alipay' && payable.bankname === '');

  function proceed(): void {
    const refusal = checkPayable(payable);
    const name = refusal && fieldOf[refusal.code];
    setWrong(name && refusal ? { name, text: errorText(refusal) } : undefined);
    if (!refusal) setAsking(true);
  }

  async function save(password: string, proof: { totp?: string }): Promise<void> {
    try {
      const { type, holder, bankname, account, bic } = payable;
      const paypassword = await sealSecret(password, 'Users/PayableSet');
      await call('Users/PayableSet', {
        payabletype: type,
        holder,
        bankname,
        account,
        bic,
        paypassword,
        ...proof,
      });
    } catch (error) {
      // What is wrong with a field is shown at it, and nobody types a payment password for it once more.
      const name = error instanceof CallRefused ? fieldOf[error.reason] : undefined;
      if (name === undefined) throw error;
      setWrong({ name, text: errorText(error) });
      setAsking(false);
      return;
    }
    await refresh('Users/PayableList');
    showToast({ text: t('saved'), tone: 'good' });
    back(1, PAYABLES_PATH);
  }

  return (
    <>
      <Form
        submitLabel={t('next')}
        missing={isEmpty ? t('fillIn') : undefined}
        onSubmit={async () => proceed()}
      >
        <Fields
          typed={typed}
          wrong={wrong}
          onChange={(change) => {
            setTyped((before) => ({ ...before, ...change }));
            setWrong(undefined);
          }}
        />
      </Form>
      <PayPasswordSheet
        open={asking}
        onClose={() => setAsking(false)}
        summary={<Summary payable={payable} replaces={payable.type === 'alipay' ? alipay : undefined} />}
        submitLabel={t('save')}
        onSubmit={save}
      />
    </>
  );
}

/** A bank account, Alipay or another service to be paid to; the payment password confirms it. */
export function AddPayableScreen() {
  const t = useTexts('payable');
  const query = useCall('Users/PayableList', {});
  const hasPassword = useMember()?.haspaypassword;
  return (
    <Page narrow nav={<BackBar heading={t('add')} parent={PAYABLES_PATH} />}>
      {hasPassword === false ? (
        <Notice
          title={t('needsPay')}
          action={<Button href="#/pages/mine/setPwd/setPwd?kind=pay">{t('next')}</Button>}
        />
      ) : (
        <Loaded query={query} waiting={<WaitingCard />}>
          {({ list }) => (
            <AddPayable alipay={list.find(({ payabletype }) => payabletype === 'alipay')?.account} />
          )}
        </Loaded>
      )}
    </Page>
  );
}
