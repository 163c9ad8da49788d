import type { OutputOf } from '@openmere/core/calls.ts';
import { useState } from 'react';
import { AttemptNotice } from '../../parts/attempt-notice.tsx';
import { useAttempt } from '../../parts/use-attempt.ts';
import { call } from '../../platform/api-client.ts';
import { exactTime } from '../../platform/exact-time.ts';
import { useLocale, useTexts } from '../../platform/i18n.ts';
import { amountText } from '../../platform/money-text.ts';
import { refresh } from '../../platform/query.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Stack } from '../../ui/page.tsx';
import { SectionTitle } from '../../ui/section-title.tsx';
import { TextArea } from '../../ui/text-field.tsx';
import css from './shop.module.css';

type Order = OutputOf<'Order/ShopFirst'>;
type Sale = NonNullable<Order['aftersale']>;
type Act = 'agree' | 'refuse' | 'message';

const saleNames = {
  requested: 'saleRequested',
  refused: 'saleRefused',
  disputed: 'saleDisputed',
  agreed: 'saleAgreed',
  decided: 'saleDecided',
  withdrawn: 'saleWithdrawn',
} as const satisfies Record<Sale['status'], string>;
const sides = {
  buyer: 'sideBuyer',
  shop: 'sideShop',
  operator: 'sideOperator',
  system: 'sideSystem',
} as const;

/** What the buyer asks for after the sale, what was said, and what the shop answers. */
export function AfterSaleCard({ order, sale }: { order: Order; sale: Sale }) {
  const t = useTexts('shop');
  const locale = useLocale();
  const said = order.events.filter(({ text, pictures }) => text !== '' || pictures.length > 0);
  return (
    <>
      <SectionTitle>{t('orderAftersale')}</SectionTitle>
      <Notice tone={sale.status === 'requested' ? 'warn' : 'info'} title={t(saleNames[sale.status])}>
        {t('saleAsks', { amount: `${amountText(sale.amount, locale)} ${order.coinid}` })}
        {sale.answerby !== null && sale.status === 'requested' && (
          <> {t('saleAnswerBy', { time: exactTime(sale.answerby, locale) })}</>
        )}
        {sale.reason !== '' && <p>{sale.reason}</p>}
      </Notice>
      <Card>
        <ul className={css.said}>
          {said.map((event) => (
            <li key={event.time + event.kind}>
              <strong>{t(sides[event.by])}</strong>{' '}
              <span className={css.when}>{exactTime(event.time, locale)}</span>
              <p className={css.words}>{event.text}</p>
              {event.pictures.map((src) => (
                <a key={src} href={src} target="_blank" rel="noopener noreferrer">
                  <img className={css.evidence} src={src} alt={t('evidence')} width={88} height={88} />
                </a>
              ))}
            </li>
          ))}
        </ul>
      </Card>
      {['requested', 'refused', 'disputed'].includes(sale.status) && <Answer order={order} sale={sale} />}
    </>
  );
}

function Answer({ order, sale }: { order: Order; sale: Sale }) {
  const t = useTexts('shop');
  const locale = useLocale();
  const attempt = useAttempt();
  const [text, setText] = useState('');
  const isTurn = sale.status === 'requested';
  const isSilent = text.trim() === '';

  async function act(kind: Act): Promise<void> {
    await attempt.run(async () => {
      const said = isSilent ? {} : { text: text.trim() };
      await call('Order/AfterSaleAct', { id: order.id, act: kind, requestId: crypto.randomUUID(), ...said });
      setText('');
      await refresh('Order/ShopFirst', 'Order/ShopList');
    });
  }

  return (
    <Stack>
      <TextArea
        label={t('answer')}
        hint={t('answerHint')}
        value={text}
        onChange={setText}
        maxLength={1000}
        rows={3}
      />
      <AttemptNotice attempt={attempt} />
      {isTurn && (
        <Button onPress={() => act('agree')}>
          {t('saleAgree', { amount: `${amountText(sale.amount, locale)} ${order.coinid}` })}
        </Button>
      )}
      {isTurn && (
        <Button
          tone="danger"
          disabledReason={isSilent ? t('missingReason') : undefined}
          onPress={() => act('refuse')}
        >
          {t('saleRefuse')}
        </Button>
      )}
      <Button
        tone="secondary"
        disabledReason={isSilent ? t('missingText') : undefined}
        onPress={() => act('message')}
      >
        {t('sendMessage')}
      </Button>
    </Stack>
  );
}
