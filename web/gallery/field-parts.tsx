import { useState } from 'react';
import { AmountField } from '../src/ui/amount-field.tsx';
import { Card } from '../src/ui/card.tsx';
import { Checkbox } from '../src/ui/checkbox.tsx';
import { CodeField } from '../src/ui/code-field.tsx';
import { CoinMark } from '../src/ui/coin-mark.tsx';
import { IconMail } from '../src/ui/icon/guard.tsx';
import { IconBank } from '../src/ui/icon/money.tsx';
import { Stack } from '../src/ui/page.tsx';
import { PasswordField } from '../src/ui/password-field.tsx';
import { RadioCards } from '../src/ui/radio-cards.tsx';
import { SectionTitle } from '../src/ui/section-title.tsx';
import { Select } from '../src/ui/select.tsx';
import { Switch } from '../src/ui/switch.tsx';
import { TextArea, TextField } from '../src/ui/text-field.tsx';
import { TextLink } from '../src/ui/text-link.tsx';

const COUNTRIES = [
  { key: 'TH', label: 'ไทย', findBy: 'Thailand TH' },
  { key: 'VN', label: 'Việt Nam', findBy: 'Vietnam VN' },
  { key: 'ES', label: 'España', findBy: 'Spain ES' },
  { key: 'JP', label: '日本', findBy: 'Japan JP' },
];

export function FieldParts() {
  const [mail, setMail] = useState('lin@example');
  const [password, setPassword] = useState('hunter42');
  const [code, setCode] = useState('314');
  const [amount, setAmount] = useState('1250.5');
  const [text, setText] = useState('');
  const [country, setCountry] = useState<string>();
  const [on, setOn] = useState(true);
  const [agreed, setAgreed] = useState(false);
  const [way, setWay] = useState<'chain' | 'bank' | 'card'>('chain');
  return (
    <Stack>
      <SectionTitle>Fields</SectionTitle>
      <TextField
        label="E-mail"
        type="email"
        value={mail}
        onChange={setMail}
        leading={<IconMail size={20} />}
        error="This address is not complete."
      />
      <PasswordField
        kind="new-password"
        label="Password"
        hint="Letters and digits, at least 6 characters"
        corner={<TextLink href="#forgot">Forgot it?</TextLink>}
        value={password}
        onChange={setPassword}
        showLabel="Show password"
        hideLabel="Hide password"
      />
      <CodeField label="Code from your e-mail" value={code} onChange={setCode} hint="Valid for 10 minutes" />
      <Select
        label="Country"
        placeholder="Choose"
        closeLabel="Close"
        searchLabel="Search"
        noneFound="Nothing found"
        options={COUNTRIES}
        value={country}
        onChange={setCountry}
        hint="Cannot be changed later"
      />
      <AmountField
        label="You pay"
        decimals={6}
        decimalMark=","
        value={amount}
        onChange={setAmount}
        unit="USDT"
        corner="Available 4.218,50"
        hint="≈ 43.262,14 OPEN"
        chips={['25%', '50%', '75%', 'Max'].map((label) => ({
          key: label,
          label,
          onPress: () => setAmount('100'),
        }))}
      />
      <TextArea
        label="Message"
        value={text}
        onChange={setText}
        placeholder="What happened?"
        maxLength={500}
      />
      <RadioCards
        label="How do you want to pay in?"
        value={way}
        onChange={setWay}
        items={[
          {
            key: 'chain',
            title: 'On chain',
            note: 'USDT on BNB Smart Chain, 1 to 10 minutes',
            leading: <CoinMark coin="USDT" size={32} />,
          },
          { key: 'bank', title: 'Bank transfer', note: 'THB, VND, EUR; within a day', leading: <IconBank /> },
          {
            key: 'card',
            title: 'Card',
            disabledReason: 'Not open in your country yet',
            leading: <IconBank />,
          },
        ]}
      />
      <Card flush>
        <Switch
          label="Hide amounts"
          note="On every page, until you show them"
          checked={on}
          onChange={setOn}
        />
        <Switch label="Notices about new devices" checked={!on} onChange={(next) => setOn(!next)} />
      </Card>
      <Checkbox
        checked={agreed}
        onChange={setAgreed}
        error={agreed ? undefined : 'Please read and accept it first.'}
      >
        I have read the <TextLink href="#risk">risk disclosure</TextLink>: tokens can lose all value.
      </Checkbox>
    </Stack>
  );
}
