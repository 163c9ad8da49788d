import type { OutputOf } from '@openmere/core/calls.ts';
import { AFTER_SALE_PICTURES_MAX } from '@openmere/core/mall/order-rules.ts';
import { useState } from 'react';
import { AttemptNotice } from '../../parts/attempt-notice.tsx';
import { CancelButton } from '../../parts/standard-buttons.tsx';
import { useAttempt } from '../../parts/use-attempt.ts';
import { call, uploadPicture } from '../../platform/api-client.ts';
import { exactTime } from '../../platform/exact-time.ts';
import { useLocale, useTexts } from '../../platform/i18n.ts';
import { amountText } from '../../platform/money-text.ts';
import { refresh } from '../../platform/query.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Stack } from '../../ui/page.tsx';
import { SectionTitle } from '../../ui/section-title.tsx';
import { Dialog } from '../../ui/sheet.tsx';
import { TextArea } from '../../ui/text-field.tsx';
import { saidKinds } from '../order/order-data.ts';
import { PictureTiles } from './picture-tiles.tsx';
import type { Tile } from './picture-tiles.tsx';
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
  const last = order.events.findLast(({ kind }) => kind === 'withdrawn');
  const isLapsed = sale.status === 'withdrawn' && last?.by === 'system';
  const said = order.events.filter(
    ({ kind, text, pictures }) => saidKinds.has(kind) && (text !== '' || pictures.length > 0),
  );
  return (
    <>
      <SectionTitle>{t('orderAftersale')}</SectionTitle>
      <Notice
        tone={sale.status === 'requested' ? 'warn' : 'info'}
        title={t(isLapsed ? 'saleLapsed' : saleNames[sale.status])}
      >
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

/** What the shop writes and shows. Sent again after a lost answer it is the same; anything changed makes it another one. */
function useWritten() {
  const [text, setText] = useState('');
  const [pictures, setPictures] = useState<readonly Tile[]>([]);
  const [requestId, setRequestId] = useState(() => crypto.randomUUID());
  function change(next: { text?: string; pictures?: readonly Tile[] }): void {
    setText(next.text ?? text);
    setPictures(next.pictures ?? pictures);
    setRequestId(crypto.randomUUID());
  }
  const written = { text: text.trim(), pictures: pictures.map(({ key }) => key) };
  return { text, pictures, change, requestId, written: written.text === '' ? {} : written };
}

/** Money that goes back does so at once: it is asked for first. */
function Agree({ amount, onAgree }: { amount: string; onAgree: () => Promise<boolean> }) {
  const t = useTexts('shop');
  const [asked, setAsked] = useState(false);
  async function agree(): Promise<void> {
    await onAgree();
    setAsked(false);
  }
  return (
    <>
      <Button onPress={() => setAsked(true)}>{t('saleAgree', { amount })}</Button>
      <Dialog
        open={asked}
        onClose={() => setAsked(false)}
        title={t('saleAgreeAsk', { amount })}
        footer={
          <>
            <Button onPress={agree}>{t('saleAgree', { amount })}</Button>
            <CancelButton onPress={() => setAsked(false)} />
          </>
        }
      >
        <p>{t('saleAgreeText')}</p>
      </Dialog>
    </>
  );
}

function Answer({ order, sale }: { order: Order; sale: Sale }) {
  const t = useTexts('shop');
  const locale = useLocale();
  const attempt = useAttempt();
  const { text, pictures, change, requestId, written } = useWritten();
  const [isBusy, setIsBusy] = useState(false);
  const isTurn = sale.status === 'requested';
  const isSilent = text.trim() === '';
  const missing = isBusy ? t('pictureBusy') : undefined;

  async function act(kind: Act): Promise<boolean> {
    const done = await attempt.run(async () => {
      await call('Order/AfterSaleAct', { id: order.id, act: kind, requestId, ...written });
    });
    if (done) change({ text: '', pictures: [] });
    await refresh('Order/ShopFirst', 'Order/ShopList', 'Order/ShopCounts');
    return done;
  }

  return (
    <Stack>
      <TextArea
        label={t('answer')}
        hint={t('answerHint')}
        value={text}
        onChange={(next) => change({ text: next })}
        maxLength={1000}
        rows={3}
      />
      <PictureTiles
        label={t('evidence')}
        hint={t('answerPicturesHint', { max: AFTER_SALE_PICTURES_MAX })}
        tiles={pictures}
        most={AFTER_SALE_PICTURES_MAX}
        upload={upload}
        onChange={(next) => change({ pictures: next })}
        onBusy={setIsBusy}
      />
      <AttemptNotice attempt={attempt} />
      <Agree amount={`${amountText(sale.amount, locale)} ${order.coinid}`} onAgree={() => act('agree')} />
      {isTurn && (
        <Button
          tone="danger"
          disabledReason={isSilent ? t('missingReason') : missing}
          onPress={() => act('refuse')}
        >
          {t('saleRefuse')}
        </Button>
      )}
      <Button
        tone="secondary"
        disabledReason={isSilent ? t('missingText') : missing}
        onPress={() => act('message')}
      >
        {t('sendMessage')}
      </Button>
    </Stack>
  );
}

async function upload(picture: Blob): Promise<Tile> {
  const { url } = await uploadPicture(picture);
  return { key: url, src: url };
}
