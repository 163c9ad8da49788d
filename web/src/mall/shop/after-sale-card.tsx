import type { OutputOf } from '@openmere/core/calls.ts';
import { AFTER_SALE_PICTURES_MAX } from '@openmere/core/mall/order-rules.ts';
import { useRef, useState } from 'react';
import { AskFirst } from '../../parts/ask-first.tsx';
import { AttemptNotice } from '../../parts/attempt-notice.tsx';
import { PictureRow } from '../../parts/picture-row.tsx';
import { useAttempt } from '../../parts/use-attempt.ts';
import { useKept } from '../../parts/use-kept.ts';
import { useOwnText } from '../../parts/use-own-text.ts';
import { call, uploadPicture } from '../../platform/api-client.ts';
import { exactTime } from '../../platform/exact-time.ts';
import { useLocale, useTexts } from '../../platform/i18n.ts';
import { amountText } from '../../platform/money-text.ts';
import { refresh } from '../../platform/query.ts';
import { forgetRequest, requestIdOf } from '../../platform/request-id.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Stack } from '../../ui/page.tsx';
import { SectionTitle } from '../../ui/section-title.tsx';
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

function titleOf({ status, kind }: Sale, isLapsed: boolean) {
  if (isLapsed) return 'saleLapsed';
  // That the goods are to come back decides what a shop answers.
  return status === 'requested' && kind === 'returnrefund' ? 'saleRequestedReturn' : saleNames[status];
}

/** What the buyer asks for after the sale, what was said, and what the shop answers. */
export function AfterSaleCard({ order, sale }: { order: Order; sale: Sale }) {
  const t = useTexts('shop');
  const locale = useLocale();
  const own = useOwnText();
  const amount = `${amountText(sale.amount, locale)} ${order.coinid}`;
  const isOpen = ['requested', 'refused', 'disputed'].includes(sale.status);
  const last = order.events.findLast(({ kind }) => kind === 'withdrawn');
  const isLapsed = sale.status === 'withdrawn' && last?.by === 'system';
  const said = order.events.filter(
    ({ kind, text, pictures }) => saidKinds.has(kind) && (text !== '' || pictures.length > 0),
  );
  return (
    <>
      <SectionTitle>{t('orderAftersale')}</SectionTitle>
      <Notice tone={sale.status === 'requested' ? 'warn' : 'info'} title={t(titleOf(sale, isLapsed))}>
        {/* What is to be answered is read all the same. */}
        {t('saleAsks', { amount: isOpen ? amount : own(amount) })}
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
              <PictureRow pictures={event.pictures} nameOf={(number) => t('pictureNumber', { number })} />
            </li>
          ))}
        </ul>
      </Card>
      {isOpen && <Answer order={order} sale={sale} />}
    </>
  );
}

/** What the shop writes and shows, kept on the device until it is sent. */
function useAnswer({ id }: Order, aftersale: string) {
  const attempt = useAttempt();
  const draft = `sale-answer-${id}`;
  const { fields, set, dropSent } = useKept(draft, { text: '', pictures: [] as readonly string[] });
  const written =
    fields.text.trim() === '' ? {} : { text: fields.text.trim(), pictures: [...fields.pictures] };

  async function send(kind: Act): Promise<void> {
    const request = `${draft}-${kind}-request`;
    try {
      // Sent again after a lost answer it is the same; anything changed makes it another one.
      const meant = { aftersale, ...written };
      await call('Order/AfterSaleAct', { id, act: kind, requestId: requestIdOf(request, meant), ...meant });
      forgetRequest(request);
      dropSent();
    } finally {
      // A refusal says that it stands otherwise by now.
      await refresh('Order/ShopFirst', 'Order/ShopList', 'Order/ShopCounts');
    }
  }
  return { ...fields, set, attempt, send };
}

function Answer({ order, sale }: { order: Order; sale: Sale }) {
  const t = useTexts('shop');
  const locale = useLocale();
  const { text, pictures, set, attempt, send } = useAnswer(order, sale.id);
  const amount = `${amountText(sale.amount, locale)} ${order.coinid}`;
  const [isBusy, setIsBusy] = useState(false);
  const [asked, setAsked] = useState<'refuse' | 'message'>();
  const field = useRef<HTMLDivElement>(null);
  const isSilent = text.trim() === '';
  const missing = isBusy ? t('pictureBusy') : undefined;

  /** What needs words says so at the field, and its button keeps its name. */
  function say(kind: 'refuse' | 'message'): Promise<boolean> | undefined {
    setAsked(isSilent ? kind : undefined);
    if (!isSilent) return attempt.run(() => send(kind));
    field.current?.querySelector('textarea')?.focus();
    return undefined;
  }

  return (
    <Stack>
      <div ref={field}>
        <TextArea
          label={t('answer')}
          hint={t('answerHint')}
          value={text}
          onChange={(next) => set({ text: next })}
          maxLength={1000}
          rows={3}
          error={
            asked === undefined || !isSilent
              ? undefined
              : t(asked === 'refuse' ? 'missingReason' : 'missingText')
          }
        />
      </div>
      <PictureTiles
        label={t('evidence')}
        hint={t('answerPicturesHint', { max: AFTER_SALE_PICTURES_MAX })}
        tiles={pictures.map((src) => ({ key: src, src }))}
        most={AFTER_SALE_PICTURES_MAX}
        upload={upload}
        onChange={(tiles) => set({ pictures: tiles.map(({ key }) => key) })}
        onBusy={setIsBusy}
      />
      <AttemptNotice attempt={attempt} />
      {/* Money that goes back does so at once. */}
      <AskFirst
        tone="primary"
        label={t('saleAgree', { amount })}
        answerTone="primary"
        question={t('saleAgreeAsk', { amount })}
        act={() => send('agree')}
      >
        <p>{t(sale.kind === 'returnrefund' ? 'saleAgreeTextReturn' : 'saleAgreeText')}</p>
      </AskFirst>
      {sale.status === 'requested' && (
        <Button tone="danger" disabledReason={missing} onPress={() => say('refuse')}>
          {t('saleRefuse')}
        </Button>
      )}
      <Button tone="secondary" disabledReason={missing} onPress={() => say('message')}>
        {t('sendMessage')}
      </Button>
    </Stack>
  );
}

async function upload(picture: Blob): Promise<Tile> {
  const { url } = await uploadPicture(picture);
  return { key: url, src: url };
}
