import { normaliseInviteCode } from '@openmere/core/auth/invite-code.ts';
import type { OutputOf } from '@openmere/core/calls.ts';
import { parseAmount } from '@openmere/core/money/amount.ts';
import { formatPoolPayment, parsePoolPayment, PAYING_POOL } from '@openmere/core/reward/pool-payment.ts';
import { Flex, Input, Select } from 'antd';
import { useState } from 'react';
import { ChangeForm } from '../parts/change-form.tsx';
import { coinAmount } from '../platform/amount-text.ts';
import { t } from '../platform/texts.ts';

type Sums = OutputOf<'Admin/Pools'>['pools'][number]['sums'];
type Typed = { amount: string; coin: string; code: string };

/** What is typed, as a payment; with the reason while it is none. */
function readPayment(sums: Sums, { amount, coin, code }: Typed): { value: string; why?: string } {
  const balance = sums.find(({ coinid }) => coinid === coin)?.balance ?? '0';
  const units = parseAmount(amount.trim());
  if (units === undefined || units === 0n) return { value: '', why: t('poolPayNoAmount') };
  if (units > (parseAmount(balance) ?? 0n))
    return { value: '', why: t('poolPayTooMuch', { balance: coinAmount(balance, coin) }) };
  const payment = parsePoolPayment(`${amount.trim()} ${coin} ${normaliseInviteCode(code)}`);
  return payment === undefined
    ? { value: '', why: t('poolPayNoCode') }
    : { value: formatPoolPayment(payment) };
}

/** A payment from the operations pool to a member account of the house, for two people. */
export function PoolPay({ sums }: { sums: Sums }) {
  const [typed, setTyped] = useState<Typed>({ amount: '', coin: sums[0]?.coinid ?? '', code: '' });
  const { value, why } = readPayment(sums, typed);
  return (
    <Flex vertical gap={8}>
      <h3>{t('poolPay')}</h3>
      <span>{t('poolPayHow')}</span>
      <ChangeForm
        kind="poolpay"
        subject={PAYING_POOL}
        choices={[{ value, label: t('permitLook'), why }]}
        fields={
          <Flex gap={8} wrap align="center">
            <Input
              style={{ maxWidth: 240 }}
              aria-label={t('amount')}
              placeholder={t('amount')}
              value={typed.amount}
              maxLength={50}
              inputMode="decimal"
              onChange={(event) => setTyped({ ...typed, amount: event.target.value })}
            />
            <Select
              style={{ width: 110 }}
              aria-label={t('coin')}
              value={typed.coin}
              options={sums.map(({ coinid }) => ({ value: coinid, label: coinid }))}
              onChange={(coin) => setTyped({ ...typed, coin })}
            />
            <Input
              style={{ maxWidth: 240 }}
              aria-label={t('invitationCode')}
              placeholder={t('invitationCode')}
              value={typed.code}
              maxLength={20}
              onChange={(event) => setTyped({ ...typed, code: event.target.value })}
            />
          </Flex>
        }
        refreshes={['Admin/Pools']}
      />
    </Flex>
  );
}
