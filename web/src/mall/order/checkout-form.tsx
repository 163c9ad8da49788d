import { NOTE_MAX } from '@openmere/core/mall/order-rules.ts';
import { formatAmount } from '@openmere/core/money/amount.ts';
import { mallPayMinutes } from '@openmere/core/setting/mall.ts';
import { useState } from 'react';
import { AttemptNotice } from '../../parts/attempt-notice.tsx';
import { useAttempt } from '../../parts/use-attempt.ts';
import { useKept } from '../../parts/use-kept.ts';
import { useLocale, useTexts } from '../../platform/i18n.ts';
import { amountText, baseUnits } from '../../platform/money-text.ts';
import { useSetting } from '../../setting/use-setting.ts';
import { Card } from '../../ui/card.tsx';
import { KeyValue } from '../../ui/key-value.tsx';
import type { KeyValueRow } from '../../ui/key-value.tsx';
import { Notice } from '../../ui/notice.tsx';
import { PageAction } from '../../ui/page-action.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { TextLink } from '../../ui/text-link.tsx';
import { AddressChoice } from './address-choice.tsx';
import { CheckoutPage } from './checkout-page.tsx';
import { createOrders } from './create-order.ts';
import type { OrderRequest } from './create-order.ts';
import { CART_HREF, goodsHref } from './order-data.ts';
import { LineRow, ShopName } from './order-lines.tsx';
import type { WantedLine } from './use-wanted.ts';
import css from './order.module.css';

/** One order: what is from one shop and has one coin. */
type Group = { key: string; shop: WantedLine['shop']; coinid: string; lines: WantedLine[] };

function groupsOf(lines: readonly WantedLine[]): Group[] {
  const groups = new Map<string, Group>();
  for (const line of lines) {
    const key = `${line.shop.id} ${line.coinid}`;
    const group = groups.get(key) ?? { key, shop: line.shop, coinid: line.coinid, lines: [] };
    group.lines.push(line);
    groups.set(key, group);
  }
  return [...groups.values()];
}

const coinsOf = (lines: readonly WantedLine[]) => [...new Set(lines.map((line) => line.coinid))].toSorted();
const worth = (lines: readonly WantedLine[], of: 'price' | 'obl') =>
  lines.reduce((sum, line) => sum + baseUnits(line[of]) * BigInt(line.quantity), 0n);

function GroupCard({ group }: { group: Group }) {
  const t = useTexts('order');
  return (
    <Card>
      <ShopName shop={group.shop} linked />
      <div className={css.lines}>
        {group.lines.map((line) => (
          <LineRow key={line.skuid} line={line} coinid={group.coinid}>
            {line.state !== 'ok' && (
              <span className={css.wrong}>{t(`line_${line.state}`, { stock: line.stock })}</span>
            )}
          </LineRow>
        ))}
      </div>
    </Card>
  );
}

/** What all of it costs, one line a coin, and how much of it OBL can pay. */
function Sums({ lines, orders }: { lines: readonly WantedLine[]; orders: number }) {
  const t = useTexts('order');
  const locale = useLocale();
  const money = (amount: bigint, coin: string) => `${amountText(formatAmount(amount), locale)} ${coin}`;
  const rows: KeyValueRow[] = coinsOf(lines).map((coin) => {
    const own = lines.filter((line) => line.coinid === coin);
    const obl = worth(own, 'obl');
    return {
      key: coin,
      label: t('totalIn', { coin }),
      value: money(worth(own, 'price'), coin),
      note: obl > 0n ? t('oblUpTo', { amount: money(obl, 'OBL') }) : undefined,
      strong: true,
    };
  });
  return (
    <Card>
      <KeyValue rows={rows} />
      {orders > 1 && <p className={css.note}>{t('severalOrders', { count: orders, coins: rows.length })}</p>}
    </Card>
  );
}

function sumsOf(lines: readonly WantedLine[]) {
  return coinsOf(lines).map((coinid) => ({
    coinid,
    amount: formatAmount(
      worth(
        lines.filter((line) => line.coinid === coinid),
        'price',
      ),
    ),
  }));
}

function requestOf(lines: readonly WantedLine[], addressid: string, note: string): OrderRequest {
  const written = note.trim() === '' ? {} : { note: note.trim() };
  const cartids = lines.flatMap((line) => line.cartid ?? []);
  if (cartids.length > 0) return { cartids, addressid, ...written };
  const items = lines.map(({ goodsid, skuid, quantity }) => ({ goodsid, skuid, quantity }));
  return { items, addressid, ...written };
}

/** What cannot be had as it was chosen, with the way to where it was. */
function Wrong({ lines }: { lines: readonly WantedLine[] }) {
  const t = useTexts('order');
  const [first] = lines;
  const isOfCart = first?.cartid !== undefined;
  const href = isOfCart ? CART_HREF : goodsHref(first?.goodsid ?? '');
  return (
    <Notice tone="warn" action={<TextLink href={href}>{t(isOfCart ? 'toCart' : 'toGoods')}</TextLink>}>
      {t(isOfCart ? 'linesWrongText' : 'linesWrongGoods')}
    </Notice>
  );
}

/** The note for these goods, kept until they are ordered; what was written for others is not theirs. */
function useNote(lines: readonly WantedLine[]) {
  const goods = lines.map(({ skuid }) => skuid).join(' ');
  const { fields, set, drop } = useKept('checkout', { goods: '', note: '' });
  const note = fields.goods === goods ? fields.note : '';
  return { note, write: (text: string) => set({ goods, note: text }), drop };
}

export function CheckoutForm({ lines }: { lines: readonly WantedLine[] }) {
  const t = useTexts('order');
  const [addressid, setAddressid] = useState<string>();
  const { note, write, drop } = useNote(lines);
  const minutes = useSetting(mallPayMinutes);
  const attempt = useAttempt();
  const groups = groupsOf(lines);
  const isWrong = lines.some((line) => line.state !== 'ok');
  const isLong = Array.from(note.trim()).length > NOTE_MAX;

  function disabledReason(): string | undefined {
    if (isWrong) return t('linesWrong');
    if (addressid === undefined) return t('chooseAddress');
    return isLong ? t('tooLong', { count: Array.from(note.trim()).length, max: NOTE_MAX }) : undefined;
  }
  async function order(): Promise<void> {
    if (addressid === undefined) return;
    await attempt.run(async () => {
      await createOrders(requestOf(lines, addressid, note), sumsOf(lines));
      drop();
    });
  }
  return (
    <CheckoutPage
      footer={
        <>
          <p className={css.note}>{t('payNext', { minutes })}</p>
          <PageAction disabledReason={disabledReason()} onPress={order}>
            {t('order')}
          </PageAction>
        </>
      }
    >
      <AddressChoice value={addressid} onChange={setAddressid} />
      {groups.map((group) => (
        <GroupCard key={group.key} group={group} />
      ))}
      {isWrong && <Wrong lines={lines} />}
      <TextField
        label={t('note')}
        hint={t('noteHint')}
        value={note}
        onChange={write}
        error={isLong ? disabledReason() : undefined}
        autoComplete="off"
      />
      <Sums lines={lines} orders={groups.length} />
      <AttemptNotice attempt={attempt} />
    </CheckoutPage>
  );
}
