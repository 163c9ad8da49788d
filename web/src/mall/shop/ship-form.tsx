import type { OutputOf } from '@openmere/core/calls.ts';
import { useState } from 'react';
import { AttemptNotice } from '../../parts/attempt-notice.tsx';
import { Form } from '../../parts/form.tsx';
import { useAttempt } from '../../parts/use-attempt.ts';
import { call } from '../../platform/api-client.ts';
import { useTexts } from '../../platform/i18n.ts';
import { refresh } from '../../platform/query.ts';
import { Button } from '../../ui/button.tsx';
import { TextArea, TextField } from '../../ui/text-field.tsx';
import { showToast } from '../../ui/toast-store.ts';

type Order = OutputOf<'Order/ShopFirst'>;

/** A refusal says that it stands otherwise by now, as an answer does. */
async function act(work: Promise<unknown>): Promise<void> {
  try {
    await work;
  } finally {
    await refresh('Order/ShopFirst', 'Order/ShopList', 'Order/ShopCounts');
  }
}

/** Carrier and number of the parcel, also to correct them; or that it cannot be sent, and the money goes back. */
export function ShipForm({ order }: { order: Order }) {
  const [cancels, setCancels] = useState(false);
  if (order.status !== 'pendingshipment' && order.status !== 'pendingreceipt') return null;
  if (cancels) return <CancelForm id={order.id} onClose={() => setCancels(false)} />;
  // Where somebody else gave another number meanwhile, that is shown, and not what stood here before.
  return <Ship key={`${order.carrier} ${order.tracking}`} order={order} onCancel={() => setCancels(true)} />;
}

function Ship({ order, onCancel }: { order: Order; onCancel: () => void }) {
  const t = useTexts('shop');
  const attempt = useAttempt();
  const [carrier, setCarrier] = useState(order.carrier);
  const [tracking, setTracking] = useState(order.tracking);
  const isSent = order.status === 'pendingreceipt';
  const isSame = carrier.trim() === order.carrier && tracking.trim() === order.tracking;

  async function send(): Promise<void> {
    await act(call('Order/Ship', { id: order.id, carrier: carrier.trim(), tracking: tracking.trim() }));
    showToast({ text: t('shipped'), tone: 'good' });
  }

  function findMissing(): string | undefined {
    if (carrier.trim() === '') return t('missingCarrier');
    if (tracking.trim() === '') return t('missingTracking');
    return isSent && isSame ? t('nothingChanged') : undefined;
  }

  return (
    <Form
      submitLabel={isSent ? t('shipCorrect') : t('ship')}
      missing={findMissing()}
      onSubmit={() => attempt.run(send)}
      after={
        isSent ? undefined : (
          <Button tone="quiet" onPress={onCancel}>
            {t('cannotShip')}
          </Button>
        )
      }
    >
      <TextField
        label={t('carrier')}
        value={carrier}
        onChange={setCarrier}
        maxLength={60}
        error={attempt.at('mall.badcarrier')}
      />
      <TextField
        label={t('tracking')}
        value={tracking}
        onChange={setTracking}
        maxLength={60}
        autoCapitalize="characters"
        error={attempt.at('mall.badtracking')}
      />
      <AttemptNotice attempt={attempt} shown={['mall.badcarrier', 'mall.badtracking']} />
    </Form>
  );
}

function CancelForm({ id, onClose }: { id: string; onClose: () => void }) {
  const t = useTexts('shop');
  const attempt = useAttempt();
  const [reason, setReason] = useState('');

  async function cancel(): Promise<void> {
    await act(call('Order/ShopCancel', { id, reason: reason.trim() }));
  }

  return (
    <Form
      submitLabel={t('cancelOrder')}
      tone="danger"
      missing={reason.trim() === '' ? t('missingReason') : undefined}
      onSubmit={() => attempt.run(cancel)}
      after={
        <Button tone="quiet" onPress={onClose}>
          {t('keepOrder')}
        </Button>
      }
    >
      <TextArea
        label={t('cancelReason')}
        hint={t('cancelHint')}
        value={reason}
        onChange={setReason}
        maxLength={500}
        rows={3}
      />
      <AttemptNotice attempt={attempt} />
    </Form>
  );
}
