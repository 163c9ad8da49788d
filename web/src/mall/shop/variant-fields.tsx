import type { Locale } from '@openmere/core/kit/language.ts';
import { textIn } from '@openmere/core/kit/texts.ts';
import { goodsLimits } from '@openmere/core/mall/goods-draft.ts';
import { useRef } from 'react';
import { call } from '../../platform/api-client.ts';
import { errorText } from '../../platform/error-text.ts';
import { useLocale, useTexts } from '../../platform/i18n.ts';
import { displayStyle } from '../../platform/money-text.ts';
import { refresh } from '../../platform/query.ts';
import { newRequestId } from '../../platform/request-id.ts';
import { AmountField } from '../../ui/amount-field.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Stack } from '../../ui/page.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { showToast } from '../../ui/toast-store.ts';
import type { SkuDraft } from './goods-draft.ts';
import css from './shop.module.css';

type Props = {
  /** Empty for one that is not there yet. */
  goodsid: string;
  sku: SkuDraft;
  locale: Locale;
  coinid: string;
  /** There are several: each needs a name, and one can be taken away. */
  isOneOfMany: boolean;
  onChange: (sku: SkuDraft) => void;
  onStock: (stock: number) => void;
  onRemove: () => void;
};

/** Price, OBL part and stock of one variant, and its name where there are several. */
export function VariantFields(props: Props) {
  const { goodsid, sku, locale, coinid, isOneOfMany, onChange, onStock, onRemove } = props;
  const t = useTexts('shop');
  const set = (change: Partial<SkuDraft>) => onChange({ ...sku, ...change });
  // As the reader writes amounts, whichever language's texts are edited. With two decimals a third digit says that the mark groups.
  const decimalMark = displayStyle(useLocale()).decimal === ',' ? ',' : '.';
  const written = { decimals: 2, decimalMark } as const;
  return (
    <Card>
      <Stack gap={3}>
        {isOneOfMany && (
          <TextField
            label={t('variantName')}
            value={sku.names[locale] ?? ''}
            placeholder={textIn(sku.names, locale)}
            onChange={(text) => set({ names: { ...sku.names, [locale]: text } })}
            maxLength={goodsLimits.variant}
          />
        )}
        <AmountField
          label={t('price', { coin: coinid })}
          value={sku.price}
          onChange={(price) => set({ price })}
          unit={coinid}
          {...written}
        />
        <AmountField
          label={t('oblPart')}
          value={sku.obl}
          onChange={(obl) => set({ obl })}
          unit="OBL"
          {...written}
        />
        {sku.id === undefined ? (
          <TextField
            label={t('stock')}
            inputMode="numeric"
            placeholder="0"
            value={sku.stock}
            onChange={(text) => set({ stock: text.replace(/\D/g, '').slice(0, 6) })}
            maxLength={6}
          />
        ) : (
          <StockRow goodsid={goodsid} skuid={sku.id} stock={Number(sku.stock)} onStock={onStock} />
        )}
        {isOneOfMany && (
          <Button tone="quiet" size="small" onPress={onRemove}>
            {t('variantRemove')}
          </Button>
        )}
      </Stack>
    </Card>
  );
}

/** Stock of a variant that is there changes at once, by what is added or taken: what is sold meanwhile counts. */
function StockRow({
  goodsid,
  skuid,
  stock,
  onStock,
}: {
  goodsid: string;
  skuid: string;
  stock: number;
  onStock: (stock: number) => void;
}) {
  const t = useTexts('shop');
  // Changes of which nobody knows yet what came: who presses again means the same one.
  const open = useRef(new Map<string, string>());
  async function change(by: string): Promise<void> {
    const requestId = open.current.get(by) ?? newRequestId();
    open.current.set(by, requestId);
    try {
      onStock((await call('Goods/ShopStock', { requestId, skuid, change: by })).stock);
      open.current.delete(by);
    } catch (failure) {
      showToast({ text: errorText(failure), tone: 'danger' });
      // It may have come true all the same; or what was refused was another figure than is shown.
      const now = await call('Goods/ShopGoodsFirst', { id: goodsid }).catch(() => undefined);
      const sku = now?.skus.find(({ id }) => id === skuid);
      if (sku) {
        onStock(sku.stock);
        open.current.delete(by);
      }
    }
    await refresh('Goods/ShopGoods');
  }
  return (
    <fieldset className={css.stock}>
      <legend className={css.stockLabel}>{t('stockIs', { stock })}</legend>
      {['-10', '-1', '+1', '+10', '+100'].map((by) => (
        <Button key={by} tone="secondary" size="small" onPress={() => change(by)}>
          {by}
        </Button>
      ))}
    </fieldset>
  );
}
