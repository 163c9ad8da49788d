import { useState } from 'react';
import { AmountField } from '../src/ui/amount-field.tsx';
import { Badge } from '../src/ui/badge.tsx';
import { Button } from '../src/ui/button.tsx';
import { CoinMark } from '../src/ui/coin-mark.tsx';
import { IconButton } from '../src/ui/icon-button.tsx';
import { IconHistory } from '../src/ui/icon/sign.tsx';
import { KeyValue } from '../src/ui/key-value.tsx';
import { NavBar } from '../src/ui/nav-bar.tsx';
import { Page } from '../src/ui/page.tsx';
import { PasswordField } from '../src/ui/password-field.tsx';
import { Sheet } from '../src/ui/sheet.tsx';
import { showToast } from '../src/ui/toast-store.ts';

const RULE = { decimals: 2 } as const;

/** A withdrawal form with its password sheet: amount, fee and arrival before the button. */
export function WithdrawSample() {
  const [amount, setAmount] = useState(new URLSearchParams(location.search).get('amount') ?? '');
  const [open, setOpen] = useState(location.search.includes('open'));
  const [passcode, setPasscode] = useState('');
  const cents = BigInt(amount === '' ? '0' : amount.split('.')[0] || '0');
  const wrong = amount !== '' && (cents % 20n !== 0n || cents === 0n);
  const reason = amount === '' ? 'Enter an amount' : wrong ? 'Whole multiples of 20' : undefined;
  const rows = [
    { key: 'to', label: 'To your bound wallet', value: '0x55d3…7955' },
    {
      key: 'fee',
      label: 'Fee',
      value: '1.00 USDT',
      onExplain: () => showToast({ text: 'A flat fee for each withdrawal.' }),
      explainLabel: 'What is this fee?',
    },
    { key: 'arrives', label: 'Arrives', value: `${cents > 0n ? cents - 1n : 0n}.00 USDT`, strong: true },
    { key: 'time', label: 'Usually within', value: '10 minutes' },
  ];
  return (
    <Page
      narrow
      nav={
        <NavBar
          title="Withdraw"
          backLabel="Back"
          backHref="#wallet"
          actions={<IconButton label="Records" icon={<IconHistory />} href="#records" />}
        />
      }
      footer={
        <Button disabledReason={reason} onPress={() => setOpen(true)}>
          Withdraw {amount} USDT
        </Button>
      }
    >
      <AmountField
        {...RULE}
        label="Amount"
        corner="Available 4,218.50"
        value={amount}
        onChange={setAmount}
        unit={<Badge icon={<CoinMark coin="USDT" size={20} />}>USDT</Badge>}
        error={wrong ? 'Withdrawals are whole multiples of 20 USDT. Next below: 4,200.' : undefined}
        hint="≈ $0.00"
        chipsLabel="Parts of what is available"
        chips={['25%', '50%', '75%', 'Max'].map((label, index) => ({
          key: label,
          label,
          onPress: () => setAmount(['1040', '2100', '3160', '4200'][index] ?? ''),
        }))}
      />
      <KeyValue rows={rows} />
      <Sheet open={open} onClose={() => setOpen(false)} title="Confirm withdrawal" closeLabel="Close">
        <KeyValue rows={rows.slice(0, 3)} />
        <PasswordField
          kind="current-password"
          label="Payment password"
          value={passcode}
          onChange={setPasscode}
          showLabel="Show password"
          hideLabel="Hide password"
        />
      </Sheet>
    </Page>
  );
}
