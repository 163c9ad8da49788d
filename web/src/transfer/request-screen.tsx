import { transferTerms } from '@openmere/core/setting/coin-terms.ts';
import * as money from '@openmere/core/setting/money.ts';
import { checkAmount, checkNote, NOTE_MAX } from '@openmere/core/transfer/rules.ts';
import { useState } from 'react';
import { useAmountSteps } from '../asset/amount-words.ts';
import { useMemberQuery } from '../member/use-member-query.ts';
import { BackBar } from '../parts/back-bar.tsx';
import { CopyValue } from '../parts/copy-value.tsx';
import { Loaded } from '../parts/loaded.tsx';
import { errorText } from '../platform/error-text.ts';
import { useLocale, useTexts } from '../platform/i18n.ts';
import { amountText, displayStyle } from '../platform/money-text.ts';
import { useSetting } from '../setting/use-setting.ts';
import { AmountField } from '../ui/amount-field.tsx';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { IconShare } from '../ui/icon/act.tsx';
import { Page, Stack } from '../ui/page.tsx';
import { QrCode } from '../ui/qr-code.tsx';
import { Segmented } from '../ui/segmented.tsx';
import { TextField } from '../ui/text-field.tsx';
import { requestLink } from './request-link.ts';
import { transferable } from './use-transfer-form.ts';

/** The app's own address, without what follows #. */
function appBase(): string {
  return location.href.replace(/[#?].*$/s, '');
}

const bar = <BackBar title="transfer.titleRequest" parent="/pages/wallet/wallet" />;

function RequestPage({ code }: { code: string }) {
  const t = useTexts('transfer');
  const locale = useLocale();
  const [coinid, setCoin] = useState<(typeof transferable)[number]>('USDT');
  const [amount, setAmount] = useState('');
  const [note, setNote] = useState('');
  const terms = transferTerms(coinid, money);
  const rule = { minimum: useSetting(terms.minimum), multiple: useSetting(terms.multiple) };
  const steps = useAmountSteps()(rule);
  // Nobody is asked for what no transfer can be.
  const refusal = amount === '' ? undefined : checkAmount(amount, rule);
  const noteRefusal = checkNote(note);
  const request = { target: code, coinid, amount, note: noteRefusal ? '' : note };
  const link = requestLink(appBase(), request);
  const asked = amount === '' ? t('requestAny') : `${amountText(amount, locale)} ${coinid}`;
  const slip = (
    <Card>
      <Stack>
        <strong>{asked}</strong>
        <QrCode text={link} label={t('requestQr')} failedText={t('requestQrFailed')} size={220} />
        <CopyValue label={t('requestLink')} value={link} />
        {typeof navigator.share === 'function' && (
          <Button
            tone="secondary"
            icon={<IconShare />}
            onPress={() =>
              navigator.share({ title: t('request'), text: asked, url: link }).catch(() => undefined)
            }
          >
            {t('share')}
          </Button>
        )}
      </Stack>
    </Card>
  );
  return (
    <Page nav={bar} aside={<>{!refusal && slip}</>}>
      <p>{t('requestIntro')}</p>
      <Segmented
        label={t('coin')}
        items={transferable.map((key) => ({ key, label: key }))}
        value={coinid}
        onChange={setCoin}
      />
      <AmountField
        label={t('requestAmount')}
        hint={steps}
        error={refusal && errorText(refusal)}
        value={amount}
        onChange={setAmount}
        unit={coinid}
        decimals={2}
        decimalMark={displayStyle(locale).decimal === ',' ? ',' : '.'}
      />
      <TextField
        label={t('note')}
        hint={t('noteHint')}
        error={noteRefusal && errorText(noteRefusal)}
        value={note}
        onChange={setNote}
        maxLength={NOTE_MAX}
        autoComplete="off"
      />
    </Page>
  );
}

/** Asks somebody for money: a link and a code that open the transfer form, filled in, for whoever gets them. */
export function RequestScreen() {
  const profile = useMemberQuery();
  if (profile.data) return <RequestPage code={profile.data.invitationcode} />;
  return (
    <Page nav={bar}>
      <Loaded query={profile}>{() => null}</Loaded>
    </Page>
  );
}
