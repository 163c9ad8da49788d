import type { Locale } from '@openmere/core/kit/language.ts';
import { textIn } from '@openmere/core/kit/texts.ts';
import { parseAmount } from '@openmere/core/money/amount.ts';
import { useState } from 'react';
import { ClosableSheet } from '../../parts/closable-sheet.tsx';
import { useTexts } from '../../platform/i18n.ts';
import { baseUnits } from '../../platform/money-text.ts';
import { Button } from '../../ui/button.tsx';
import { Stack } from '../../ui/page.tsx';
import { Content } from '../goods/content.tsx';
import { Gallery } from '../goods/gallery.tsx';
import type { Goods, Sku } from '../goods/goods-data.ts';
import { PriceCard } from '../goods/price-card.tsx';
import type { Draft } from './goods-draft.ts';

/** What is not an amount yet, while it is typed, counts as none. */
const typed = (amount: string): string => (parseAmount(amount) === undefined ? '0' : amount);

/** As buyers of this language will see it, made from what is typed: nothing is sent, and the text is cleaned here as it is for them. */
export function previewOf(draft: Draft, locale: Locale): Goods {
  const skus: Sku[] = draft.skus.map(({ key, names, price, obl, stock, picurl = '' }) => ({
    id: key,
    name: textIn(names, locale),
    price: typed(price),
    obl: typed(obl),
    stock: Number(stock === '' ? '0' : stock),
    picurl,
  }));
  const byPrice = skus.toSorted((a, b) => (baseUnits(a.price) < baseUnits(b.price) ? -1 : 1));
  const { pictures } = draft;
  return {
    id: 'gds_preview',
    shopid: '',
    name: textIn(draft.names, locale),
    coinid: draft.coinid,
    price: byPrice[0]?.price ?? '0',
    pricemax: byPrice.at(-1)?.price ?? '0',
    obl: byPrice[0]?.obl ?? '0',
    picurl: pictures[0] ?? '',
    bannerpicurl: pictures.join(','),
    stock: skus.reduce((sum, { stock }) => sum + stock, 0),
    sold: 0,
    type: { id: '', name: '' },
    content: textIn(draft.contents, locale),
    skus,
    state: draft.isForSale ? 'forsale' : 'withdrawn',
    comments: 0,
    rating: null,
    shop: { id: '', name: '', logo: '' },
  };
}

/** Opens what buyers will see. */
export function GoodsPreview({ draft, locale }: { draft: Draft; locale: Locale }) {
  const t = useTexts('shop');
  const [open, setOpen] = useState(false);
  const goods = previewOf(draft, locale);
  const [only] = goods.skus;
  return (
    <>
      <Button tone="secondary" onPress={() => setOpen(true)}>
        {t('preview')}
      </Button>
      <ClosableSheet open={open} onClose={() => setOpen(false)} title={t('previewTitle')}>
        {open && (
          <Stack>
            <Gallery goods={goods} sku={undefined} />
            <PriceCard
              goods={goods}
              sku={goods.skus.length === 1 ? only : undefined}
              onChoose={() => setOpen(true)}
            />
            <Content html={goods.content} />
          </Stack>
        )}
      </ClosableSheet>
    </>
  );
}
