import { HelpLink } from '../../parts/help-link.tsx';
import { Refreshable } from '../../parts/refreshable.tsx';
import { WaitingCard, WaitingRows } from '../../parts/waiting.tsx';
import { Card } from '../../ui/card.tsx';
import { Stack } from '../../ui/page.tsx';
import { CommentLine } from './comment-line.tsx';
import { LoadedOrder } from './loaded-order.tsx';
import { OrderActions } from './order-actions.tsx';
import type { FullOrder } from './order-data.ts';
import { OrderEvents } from './order-events.tsx';
import { OrderFacts } from './order-facts.tsx';
import { OrderLead } from './order-lead.tsx';
import { LineRow, ShopName } from './order-lines.tsx';
import { OrderSums } from './order-sums.tsx';
import { ParcelCard } from './parcel-card.tsx';
import css from './order.module.css';

function Bought({ order }: { order: FullOrder }) {
  return (
    <Card>
      <ShopName shop={order.shop} linked />
      <div className={css.lines}>
        {order.lines.map((line) => (
          <LineRow
            key={line.id}
            line={line}
            coinid={order.coinid}
            ordered={order.status !== 'pendingpayment'}
            linked
          >
            <CommentLine order={order} line={line} />
          </LineRow>
        ))}
      </div>
    </Card>
  );
}

/** One order, live: where it stands, what to do next, what was bought and paid, where it goes, what has happened. */
export function OneOrder({ id }: { id: string }) {
  const waiting = (
    <Stack>
      <WaitingCard />
      <WaitingRows rows={3} />
    </Stack>
  );
  return (
    <Refreshable calls={['Order/First']}>
      <LoadedOrder id={id} waiting={waiting}>
        {(order, fetchedAt) => (
          <Stack>
            <OrderLead order={order} fetchedAt={fetchedAt} />
            <OrderActions order={order} />
            <ParcelCard order={order} />
            <Bought order={order} />
            <OrderSums order={order} />
            <OrderFacts order={order} />
            <OrderEvents order={order} />
            <HelpLink about={`order:${order.id}`} />
          </Stack>
        )}
      </LoadedOrder>
    </Refreshable>
  );
}
