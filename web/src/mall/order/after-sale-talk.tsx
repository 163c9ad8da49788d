import { awaitsAnswer, isAfterSaleOver } from '@openmere/core/mall/after-sale.ts';
import { ORDER_TEXT_MAX } from '@openmere/core/mall/order-rules.ts';
import { useState } from 'react';
import { AttemptNotice } from '../../parts/attempt-notice.tsx';
import { ClosableSheet } from '../../parts/closable-sheet.tsx';
import { Form } from '../../parts/form.tsx';
import { useAttempt } from '../../parts/use-attempt.ts';
import { useKept } from '../../parts/use-kept.ts';
import { useOwnText } from '../../parts/use-own-text.ts';
import { call } from '../../platform/api-client.ts';
import { useLocale, useTexts } from '../../platform/i18n.ts';
import { amountText } from '../../platform/money-text.ts';
import { forgetRequest, requestIdOf } from '../../platform/request-id.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { KeyValue } from '../../ui/key-value.tsx';
import { Notice } from '../../ui/notice.tsx';
import type { NoticeProps } from '../../ui/notice.tsx';
import { Stack } from '../../ui/page.tsx';
import { SectionTitle } from '../../ui/section-title.tsx';
import { TextArea } from '../../ui/text-field.tsx';
import { AfterSaleDecision } from './after-sale-decision.tsx';
import { Messages } from './after-sale-messages.tsx';
import { refreshOrders } from './order-actions.tsx';
import { afterSaleState } from './order-data.ts';
import type { AfterSale, FullOrder } from './order-data.ts';
import { OrderPicturesField } from './order-pictures-field.tsx';
import { TimeTo } from './time-to.tsx';

type Act = 'message' | 'escalate' | 'withdraw';
type Props = { order: FullOrder; aftersale: AfterSale };

const tones: Record<AfterSale['status'], NoticeProps['tone']> = {
  requested: 'info',
  refused: 'warn',
  disputed: 'info',
  agreed: 'good',
  decided: 'good',
  withdrawn: 'info',
};

/** Writes to the shop, takes the matter to the operators, or takes it back. */
function ActForm({ order, aftersale, act, onDone }: Props & { act: Act; onDone: () => void }) {
  const t = useTexts('order');
  const shop = useTexts('shop');
  const [isUploading, onUploading] = useState(false);
  const draft = `aftersale-${act}-${order.id}`;
  const { fields, set, dropSent } = useKept(draft, { text: '', pictures: [] as readonly string[] });
  const { text, pictures } = fields;
  const attempt = useAttempt();
  const count = Array.from(text.trim()).length;
  const isOptional = act === 'withdraw';

  function change(next: Partial<typeof fields>): void {
    set(next);
    attempt.clear();
  }
  function missing(): string | undefined {
    if (count === 0 && !isOptional) return t('messageWrite');
    if (count > ORDER_TEXT_MAX) return t('tooLong', { count, max: ORDER_TEXT_MAX });
    return isUploading ? shop('pictureBusy') : undefined;
  }
  async function send(): Promise<void> {
    const written = count === 0 ? {} : { text, pictures: [...pictures] };
    const request = `${draft}-request`;
    const done = await attempt.run(async () => {
      const meant = { aftersale: aftersale.id, ...written };
      const requestId = requestIdOf(request, meant);
      await call('Order/AfterSaleAct', { id: order.id, act, requestId, ...meant });
    });
    if (done) {
      forgetRequest(request);
      dropSent();
    }
    await refreshOrders();
    if (done) onDone();
  }
  return (
    <Form
      submitLabel={t(`act_${act}`)}
      missing={missing()}
      onSubmit={send}
      tone={act === 'withdraw' ? 'danger' : 'primary'}
    >
      <p>{t(`actText_${act}`)}</p>
      <TextArea label={t('message')} rows={4} value={text} onChange={(next) => change({ text: next })} />
      {!isOptional && (
        <OrderPicturesField
          value={pictures}
          onChange={(next) => change({ pictures: next })}
          onBusy={onUploading}
        />
      )}
      <AttemptNotice attempt={attempt} />
    </Form>
  );
}

/** What the buyer can do in this state. */
function Acts({ order, aftersale }: Props) {
  const t = useTexts('order');
  const [act, setAct] = useState<Act>('message');
  const [open, setOpen] = useState(false);
  const { status } = aftersale;
  if (isAfterSaleOver(status)) return null;
  const acts: Act[] = status === 'refused' ? ['escalate', 'message', 'withdraw'] : ['message', 'withdraw'];
  return (
    <Stack gap={2}>
      {acts.map((one, index) => (
        <Button
          key={one}
          tone={index === 0 ? 'primary' : one === 'withdraw' ? 'quiet' : 'secondary'}
          onPress={() => {
            setAct(one);
            setOpen(true);
          }}
        >
          {t(`act_${one}`)}
        </Button>
      ))}
      <ClosableSheet open={open} onClose={() => setOpen(false)} title={t(`act_${act}`)}>
        <ActForm key={act} order={order} aftersale={aftersale} act={act} onDone={() => setOpen(false)} />
      </ClosableSheet>
    </Stack>
  );
}

/** Where the request stands, who has to answer until when, the conversation, and what the buyer can do. */
export function AfterSaleTalk({ order, aftersale, fetchedAt }: Props & { fetchedAt: number }) {
  const t = useTexts('order');
  const locale = useLocale();
  const own = useOwnText();
  const { status, answerby } = aftersale;
  const state = afterSaleState(order) ?? status;
  return (
    <>
      <Notice tone={tones[status]} title={t(`aftersale_${state}`)}>
        {t(`aftersaleText_${state}`)}{' '}
        {awaitsAnswer(status) && answerby !== null && (
          <TimeTo until={answerby} now={order.now} fetchedAt={fetchedAt} />
        )}
      </Notice>
      <Card>
        <KeyValue
          rows={[
            { key: 'kind', label: t('aftersaleKind'), value: t(`kind_${aftersale.kind}`) },
            {
              key: 'amount',
              label: t('aftersaleAmount'),
              value: own(`${amountText(aftersale.amount, locale)} ${order.coinid}`),
              strong: true,
            },
          ]}
        />
      </Card>
      <AfterSaleDecision order={order} aftersale={aftersale} />
      <SectionTitle>{t('messages')}</SectionTitle>
      <Messages order={order} />
      <Acts order={order} aftersale={aftersale} />
    </>
  );
}
