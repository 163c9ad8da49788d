import type { OutputOf } from '@openmere/core/calls.ts';
import { Loaded } from '../../parts/loaded.tsx';
import { useOwnText } from '../../parts/use-own-text.ts';
import { exactTime } from '../../platform/exact-time.ts';
import { useLocale, useTexts } from '../../platform/i18n.ts';
import { amountText } from '../../platform/money-text.ts';
import { useCall } from '../../platform/query.ts';
import { Card } from '../../ui/card.tsx';
import { KeyValue } from '../../ui/key-value.tsx';
import { List, ListRow } from '../../ui/list.tsx';
import { Stack } from '../../ui/page.tsx';
import { Picture } from '../../ui/picture.tsx';
import { SectionTitle } from '../../ui/section-title.tsx';
import { AfterSaleCard } from './after-sale-card.tsx';
import { OrderPill } from './order-part.tsx';
import { ShipForm } from './ship-form.tsx';
import css from './shop.module.css';

type Order = OutputOf<'Order/ShopFirst'>;

/** An order of the shop: what to send and where, the parcel's number, and what the buyer asks for afterwards. */
export function ShopOrder({ id }: { id: string }) {
  const query = useCall('Order/ShopFirst', { id });
  return <Loaded query={query}>{(order) => <Whole order={order} />}</Loaded>;
}

function Whole({ order }: { order: Order }) {
  const t = useTexts('shop');
  const locale = useLocale();
  const own = useOwnText();
  const coins = (amount: string): string => own(`${amountText(amount, locale)} ${order.coinid}`);
  return (
    <Stack>
      <List label={t('orderLines')}>
        {order.lines.map((line) => (
          <ListRow
            key={line.id}
            leading={
              <span className={css.thumb}>
                <Picture url={line.picurl} sizes="56px" />
              </span>
            }
            title={line.name}
            subtitle={line.skuname === '' ? undefined : line.skuname}
            trailing={`× ${line.quantity}`}
            trailingNote={coins(line.price)}
          />
        ))}
      </List>
      {order.aftersale && <AfterSaleCard order={order} sale={order.aftersale} />}
      {order.refund !== 'refunding' && <ShipForm order={order} />}
      <Card>
        <KeyValue
          rows={[
            { key: 'state', label: t('state'), value: <OrderPill order={order} /> },
            { key: 'serial', label: t('orderNumber'), value: order.serial },
            { key: 'time', label: t('ordered'), value: exactTime(order.time, locale) },
            ...(order.shipby === null
              ? []
              : [{ key: 'ship', label: t('shipBy'), value: exactTime(order.shipby, locale), strong: true }]),
            { key: 'total', label: t('total'), value: coins(order.total), strong: true },
            ...(order.oblpaid === '0'
              ? []
              : [{ key: 'obl', label: t('oblPaid'), value: own(amountText(order.oblpaid, locale)) }]),
            ...(order.refunded === '0'
              ? []
              : [{ key: 'back', label: t('refunded'), value: coins(order.refunded) }]),
          ]}
        />
      </Card>
      {order.address.detail !== '' && <Address order={order} />}
    </Stack>
  );
}

function Address({ order: { address, note } }: { order: Order }) {
  const t = useTexts('shop');
  const locale = useLocale();
  const country = new Intl.DisplayNames([locale], { type: 'region' }).of(address.country) ?? address.country;
  return (
    <>
      <SectionTitle>{t('shipTo')}</SectionTitle>
      <Card>
        <address className={css.address}>
          {address.recipient}
          <br />
          {address.phone}
          <br />
          {address.detail}
          <br />
          {country}
        </address>
        {note !== '' && <p className={css.note}>{t('buyerNote', { note })}</p>}
      </Card>
    </>
  );
}
