import { judgeImpact } from '@openmere/core/swap/slippage.ts';
import { useState } from 'react';
import { ApprovalChoice } from '../../parts/approval-choice.tsx';
import { CallFailed } from '../../parts/call-failed.tsx';
import { ClosableSheet } from '../../parts/closable-sheet.tsx';
import { MovedNotice } from '../../parts/moved-notice.tsx';
import { errorText } from '../../platform/error-text.ts';
import { moneyText, moneyTextUp, percentText } from '../../platform/figure-text.ts';
import { useLocale, useTexts } from '../../platform/i18n.ts';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { HoldButton } from '../../ui/hold-button.tsx';
import { KeyValue } from '../../ui/key-value.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Stack } from '../../ui/page.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { useQuoteRows } from './trade-quote.tsx';
import { useTradeConfig } from './use-trade-config.ts';
import type { TradeForm } from './use-trade-form.ts';
import { refusalOf, useTradeReview } from './use-trade-review.ts';
import type { Review } from './use-trade-review.ts';
import { useTradeSettings } from './use-trade-settings.ts';
import type { TradeWallet } from './use-trade-wallet.ts';
import css from './trade.module.css';

type Confirmed = 'no' | 'asked' | 'typed';

/** A large impact is asked about from 5 %, and has to be typed from 10 %. */
function ImpactQuestion({ review, onChange }: { review: Review; onChange: (confirmed: Confirmed) => void }) {
  const t = useTexts('swap');
  const locale = useLocale();
  const [checked, setChecked] = useState(false);
  const [text, setText] = useState('');
  const { quote } = review;
  const { impact: levels } = useTradeConfig();
  const level = judgeImpact(quote.priceImpactBps, levels);
  if (level !== 'ask' && level !== 'type' && level !== 'refuse') return null;
  const word = t('typeWord');
  const lost = moneyTextUp(quote.lossUsdt, 'USDT', locale);
  const impact = percentText(quote.priceImpactBps, locale);
  const same = (typed: string) => typed.normalize('NFKC').trim().toLowerCase() === word.toLowerCase();
  return (
    <>
      <Notice tone="danger" title={t('impactTitle', { amount: lost })}>
        {t('impactText', { impact })}
      </Notice>
      {level === 'ask' ? (
        <Checkbox
          checked={checked}
          onChange={(on) => {
            setChecked(on);
            onChange(on ? 'asked' : 'no');
          }}
        >
          {t('impactAccept', { amount: lost })}
        </Checkbox>
      ) : (
        <TextField
          label={t('impactType', { word })}
          value={text}
          onChange={(next) => {
            setText(next);
            onChange(same(next) ? 'typed' : 'no');
          }}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
        />
      )}
    </>
  );
}

/** Whoever accepted a loss has not accepted a greater one: the pool moved, and it is asked anew. */
function useConfirmed(loss: bigint) {
  const [given, setGiven] = useState({ confirmed: 'no' as Confirmed, loss, round: 0 });
  if (given.confirmed !== 'no' && loss > given.loss)
    setGiven({ confirmed: 'no', loss, round: given.round + 1 });
  const confirm = (confirmed: Confirmed) => setGiven({ ...given, confirmed, loss });
  return { ...given, confirm };
}

type FactsProps = { form: TradeForm; wallet: TradeWallet; review: Review; onConfirm: Props['onConfirm'] };

/** The figures of the chain, what has to be confirmed, and the button that says what it does. */
function Facts({ form, wallet, review, onConfirm }: FactsProps) {
  const t = useTexts('swap');
  const locale = useLocale();
  const { side } = form;
  const settings = useTradeSettings();
  const { confirmed, confirm: setConfirmed, round } = useConfirmed(review.quote.lossUsdt);
  const [unlimited, setUnlimited] = useState<readonly string[]>([]);
  const { quote, fresh, paid } = review;
  const rows = useQuoteRows({ side, quote, pool: fresh.pool, feeWei: wallet.feeWei });
  const refusal = refusalOf(
    review,
    {
      side,
      activated: wallet.member?.activated ?? false,
      slippageBps: settings.slippageBps,
      deadlineSec: settings.deadlineMinutes * 60,
      expert: settings.expert,
      confirmed,
    },
    useTradeConfig(),
  );
  const [payCoin, receiveCoin] = side === 'buy' ? (['USDT', 'OPEN'] as const) : (['OPEN', 'USDT'] as const);
  const action =
    side === 'buy'
      ? t('doBuy', { amount: moneyText(quote.received, receiveCoin, locale) })
      : t('doSell', { amount: moneyTextUp(paid, payCoin, locale) });
  const reason = refusal && errorText(refusal);
  const confirm = () => onConfirm(review, unlimited.includes(payCoin));
  return (
    <Stack>
      <KeyValue
        rows={[
          { key: 'pay', label: t('youPay'), value: moneyTextUp(paid, payCoin, locale), strong: true },
          {
            key: 'receive',
            label: t('youReceive'),
            value: t('about', { amount: moneyText(quote.received, receiveCoin, locale) }),
            strong: true,
          },
        ]}
      />
      <MovedNotice figures={{ gets: [quote.received], gives: [paid] }} />
      <KeyValue
        rows={[
          ...rows,
          {
            key: 'deadline',
            label: t('deadline'),
            value: t('inMinutes', { count: settings.deadlineMinutes }),
          },
        ]}
      />
      <p className={css.quiet}>{t('freshNote', { block: String(fresh.block) })}</p>
      <ImpactQuestion key={round} review={review} onChange={setConfirmed} />
      {review.needsApproval && (
        <>
          <ApprovalChoice
            missing={[{ coin: payCoin, amount: paid }]}
            unlimited={unlimited}
            onChange={setUnlimited}
          />
          {unlimited.length === 0 && (
            <p className={css.quiet}>
              {wallet.byInApp ? t('askedOnce') : t('askedTwice', { coin: payCoin })}
            </p>
          )}
        </>
      )}
      {wallet.byInApp ? (
        // The in-app wallet asks by itself, and is held there.
        <Button onPress={confirm} disabledReason={reason}>
          {action}
        </Button>
      ) : (
        <HoldButton
          onConfirm={confirm}
          disabledReason={reason}
          againLabel={t('again', { action })}
          holdHint={t('keepHolding')}
        >
          {t('hold', { action })}
        </HoldButton>
      )}
    </Stack>
  );
}

type Props = {
  open: boolean;
  onClose: () => void;
  form: TradeForm;
  wallet: TradeWallet;
  onConfirm: (review: Review, unlimited: boolean) => Promise<void>;
};

/** The last look before the wallet is asked: figures read from the chain at this moment. */
export function TradeReviewSheet({ open, onClose, form, wallet, onConfirm }: Props) {
  const t = useTexts('swap');
  const { query, review } = useTradeReview(open, form, wallet.own);
  // The last figures stay in sight while the sheet closes.
  const [shown, setShown] = useState<Review>();
  if (review && review.fresh !== shown?.fresh) setShown(review);
  const facts = review ?? (open ? undefined : shown);
  return (
    <ClosableSheet open={open} onClose={onClose} title={t(form.side === 'buy' ? 'reviewBuy' : 'reviewSell')}>
      {facts && <Facts form={form} wallet={wallet} review={facts} onConfirm={onConfirm} />}
      {!facts && query.isError && <CallFailed query={query} title={t('freshFailed')} />}
      {!facts && !query.isError && <SkeletonRows label={t('reading')} rows={6} coin={false} />}
    </ClosableSheet>
  );
}
