import type { OutputOf } from '@openmere/core/calls.ts';
import { useState } from 'react';
import { AttemptNotice } from '../../parts/attempt-notice.tsx';
import { Form } from '../../parts/form.tsx';
import { useAttempt } from '../../parts/use-attempt.ts';
import { call, uploadPicture } from '../../platform/api-client.ts';
import { useTexts } from '../../platform/i18n.ts';
import { refresh } from '../../platform/query.ts';
import { Switch } from '../../ui/switch.tsx';
import { TextArea } from '../../ui/text-field.tsx';
import { showToast } from '../../ui/toast-store.ts';
import { PictureTiles } from './picture-tiles.tsx';
import type { Tile } from './picture-tiles.tsx';

type Shop = NonNullable<OutputOf<'Users/Shopinfo'>['shop']>;

async function uploadLogo(picture: Blob): Promise<Tile> {
  const { url } = await uploadPicture(picture);
  return { key: url, src: url };
}

/** What buyers see of the shop, and whether it is open. */
export function ShopPart({ shop }: { shop: Shop }) {
  const t = useTexts('shop');
  const attempt = useAttempt();
  // Only what is changed here is sent: what another device has changed meanwhile stays.
  const [edit, setEdit] = useState<Partial<Pick<Shop, 'about' | 'logo' | 'open'>>>({});
  const { about, logo, open } = { ...shop, ...edit };
  const [isUploading, onUploading] = useState(false);
  const isSame = about === shop.about && logo === shop.logo && open === shop.open;

  async function save(): Promise<void> {
    const texts = {
      ...(edit.about === undefined ? {} : { about: edit.about.trim() }),
      ...(edit.logo === undefined ? {} : { logo: edit.logo }),
    };
    // What is empty is dropped on the way: it is named.
    const clear = (['about', 'logo'] as const).filter((field) => texts[field] === '');
    const opens = edit.open === undefined ? {} : ({ open: edit.open ? '1' : '0' } as const);
    await call('Goods/ShopSave', { ...texts, ...opens, clear });
    await refresh('Users/Shopinfo');
    setEdit((now) => (now === edit ? {} : now));
    showToast({ text: t('saved'), tone: 'good' });
  }

  return (
    <Form
      submitLabel={t('save')}
      missing={isUploading ? t('pictureBusy') : isSame ? t('nothingChanged') : undefined}
      onSubmit={() => attempt.run(save)}
    >
      <Switch
        label={t('shopOpen')}
        note={t('shopOpenNote')}
        checked={open}
        onChange={(next) => setEdit({ ...edit, open: next })}
      />
      <PictureTiles
        label={t('logo')}
        hint={t('logoHint')}
        tiles={logo === '' ? [] : [{ key: logo, src: logo }]}
        most={1}
        upload={uploadLogo}
        onChange={(tiles) => setEdit((now) => ({ ...now, logo: tiles[0]?.key ?? '' }))}
        onBusy={onUploading}
      />
      <TextArea
        label={t('about')}
        hint={t('aboutHint')}
        value={about}
        onChange={(next) => setEdit({ ...edit, about: next })}
        maxLength={500}
        rows={4}
      />
      <AttemptNotice attempt={attempt} />
    </Form>
  );
}
