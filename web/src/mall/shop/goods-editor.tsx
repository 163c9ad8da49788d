import type { InputOf, OutputOf } from '@openmere/core/calls.ts';
import { locales } from '@openmere/core/kit/language.ts';
import type { Locale } from '@openmere/core/kit/language.ts';
import { refuse } from '@openmere/core/kit/refusal.ts';
import { textIn } from '@openmere/core/kit/texts.ts';
import { checkGoodsDraft, goodsLimits } from '@openmere/core/mall/goods-draft.ts';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { AttemptNotice } from '../../parts/attempt-notice.tsx';
import { Choice } from '../../parts/choice.tsx';
import { Form } from '../../parts/form.tsx';
import { Loaded } from '../../parts/loaded.tsx';
import { useAttempt } from '../../parts/use-attempt.ts';
import { useKept } from '../../parts/use-kept.ts';
import { call, CallRefused, uploadPicture } from '../../platform/api-client.ts';
import { useLocale, useTexts } from '../../platform/i18n.ts';
import { languageName } from '../../platform/language-name.ts';
import { refresh, useCall } from '../../platform/query.ts';
import { newRequestId } from '../../platform/request-id.ts';
import { Button } from '../../ui/button.tsx';
import { ChipRow } from '../../ui/chip-row.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { Switch } from '../../ui/switch.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { showToast } from '../../ui/toast-store.ts';
import { ContentField } from './content-field.tsx';
import { draftOf, emptyDraft, inputOf, newSku } from './goods-draft.ts';
import { GoodsPreview } from './goods-preview.tsx';
import { PictureTiles } from './picture-tiles.tsx';
import type { Tile } from './picture-tiles.tsx';
import { VariantFields } from './variant-fields.tsx';

type Goods = OutputOf<'Goods/ShopGoodsFirst'>;

async function upload(picture: Blob): Promise<Tile> {
  const { url } = await uploadPicture(picture);
  return { key: url, src: url };
}

/** A goods of the shop, `new` for one that is not there yet. */
export function GoodsEditor({ id, onDone }: { id: string; onDone: () => void }) {
  const isNew = id === 'new';
  // Read anew each time it is opened: a copy of before would have the version and the stock of before.
  const query = useQuery({
    queryKey: ['Goods/ShopGoodsFirst', { id }],
    queryFn: ({ signal }) => call('Goods/ShopGoodsFirst', { id }, { signal }),
    enabled: !isNew,
    staleTime: Infinity,
    gcTime: 0,
  });
  if (isNew) return <Editor goods={undefined} onDone={onDone} />;
  return <Loaded query={query}>{(goods) => <Editor goods={goods} onDone={onDone} />}</Loaded>;
}

/** @returns false when an earlier try made these goods, whose answer was lost, and they were changed here since. */
async function sendOnce(input: InputOf<'Goods/ShopGoodsSave'>): Promise<boolean> {
  try {
    await call('Goods/ShopGoodsSave', input);
    return true;
  } catch (failure) {
    const isMade = failure instanceof CallRefused && failure.reason === 'ledger.keyconflict';
    if (isMade && input.id === undefined) return false;
    throw failure;
  }
}

function useGoodsForm(read: Goods | undefined, onDone: () => void) {
  const t = useTexts('shop');
  const attempt = useAttempt();
  // What is read meanwhile takes away nothing that was typed; saved over it, the server says that it was changed.
  const [goods] = useState(read);
  // The same form asks for the same thing, however often it is sent.
  const [start] = useState(() => ({
    ...(goods ? draftOf(goods) : emptyDraft()),
    requestId: newRequestId(),
  }));
  // Goods that are there already begin as they are saved: what was typed and left days ago would pass for them.
  const { fields, set, drop } = useKept(goods ? undefined : 'goods-new', start);
  const { requestId, ...draft } = fields;

  async function save(): Promise<void> {
    const skus = draft.skus.map(({ names, price, obl }) => ({ names, price, obl: obl === '' ? '0' : obl }));
    refuse(checkGoodsDraft({ names: draft.names, skus }));
    const known = goods ? { requestId, id: goods.id, version: goods.version } : { requestId };
    const isTaken = await sendOnce(inputOf(draft, known));
    drop();
    showToast(isTaken ? { text: t('saved'), tone: 'good' } : { text: t('goodsMade') });
    onDone();
    await refresh('Goods/ShopGoods');
  }

  function findMissing(): string | undefined {
    if (draft.pictures.length === 0) return t('missingPicture');
    if (draft.typeid === '') return t('missingType');
    if (draft.skus.some(({ price }) => price === '')) return t('missingPrice');
    return undefined;
  }
  return { draft, set, attempt, save, missing: findMissing() };
}

function Editor({ goods, onDone }: { goods: Goods | undefined; onDone: () => void }) {
  const t = useTexts('shop');
  const own = useLocale();
  const types = useCall('Goods/ShopTypes', {});
  const { draft, set, attempt, save, missing } = useGoodsForm(goods, onDone);
  const [locale, setLocale] = useState<Locale>(own);
  const [isUploading, onUploading] = useState(false);
  const { names, contents, skus } = draft;
  // What comes late changes what is there by then.
  const latest = useRef(skus);
  useEffect(() => {
    latest.current = skus;
  });
  return (
    <Form
      submitLabel={t('goodsSave')}
      missing={isUploading ? t('pictureBusy') : missing}
      onSubmit={() => attempt.run(save)}
    >
      {goods && goods.hiddenreason !== '' && (
        <Notice tone="danger" title={t('stateHidden')}>
          {goods.hiddenreason}
        </Notice>
      )}
      <PictureTiles
        label={t('pictures')}
        hint={t('picturesHint', { max: goodsLimits.pictures })}
        tiles={draft.pictures.map((src) => ({ key: src, src }))}
        most={goodsLimits.pictures}
        upload={upload}
        onChange={(tiles) => set({ pictures: tiles.map(({ key }) => key) })}
        onBusy={onUploading}
        error={attempt.at('mall.badpicture')}
      />
      <ChipRow
        label={t('languages')}
        chips={locales.map((key) => ({
          key,
          label: `${languageName(key, key)}${names[key] ? ' ✓' : ''}`,
          pressed: key === locale,
          onPress: () => setLocale(key),
        }))}
      />
      <TextField
        label={t('goodsName')}
        hint={t('goodsNameHint')}
        value={names[locale] ?? ''}
        placeholder={textIn(names, locale)}
        onChange={(text) => set({ names: { ...names, [locale]: text } })}
        maxLength={goodsLimits.name}
        error={attempt.at('mall.noname')}
      />
      <ContentField
        label={t('content')}
        value={contents[locale] ?? ''}
        onChange={(text) => set({ contents: { ...contents, [locale]: text } })}
      />
      <Choice
        label={t('type')}
        options={(types.data?.list ?? []).map(({ id, name }) => ({ key: id, label: name }))}
        value={draft.typeid === '' ? undefined : draft.typeid}
        onChange={(typeid) => set({ typeid })}
        error={attempt.at('mall.notype')}
      />
      <Segmented
        label={t('coin')}
        value={draft.coinid}
        onChange={(coinid) => set({ coinid })}
        items={[
          { key: 'USDT', label: 'USDT' },
          { key: 'USDO', label: 'USDO' },
        ]}
      />
      {skus.map((sku) => (
        <VariantFields
          key={sku.key}
          goodsid={goods?.id ?? ''}
          sku={sku}
          locale={locale}
          coinid={draft.coinid}
          isOneOfMany={skus.length > 1}
          onChange={(next) => set({ skus: skus.map((one) => (one.key === next.key ? next : one)) })}
          onStock={(stock) =>
            set({
              skus: latest.current.map((one) =>
                one.key === sku.key ? { ...one, stock: String(stock) } : one,
              ),
            })
          }
          onRemove={() => set({ skus: skus.filter(({ key }) => key !== sku.key) })}
        />
      ))}
      {skus.length < goodsLimits.skus && (
        <Button tone="quiet" size="small" onPress={() => set({ skus: [...skus, newSku()] })}>
          {t('variantAdd')}
        </Button>
      )}
      <Switch
        label={t('forSale')}
        note={t('forSaleNote')}
        checked={draft.isForSale}
        onChange={(isForSale) => set({ isForSale })}
      />
      <GoodsPreview draft={draft} locale={locale} />
      <AttemptNotice attempt={attempt} shown={['mall.badpicture', 'mall.noname', 'mall.notype']} />
    </Form>
  );
}
