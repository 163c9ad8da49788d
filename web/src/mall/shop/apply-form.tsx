import type { OutputOf } from '@openmere/core/calls.ts';
import { LICENCES_MAX, shopKinds, shopNameLength } from '@openmere/core/mall/shop.ts';
import { useState } from 'react';
import { AttemptNotice } from '../../parts/attempt-notice.tsx';
import { Choice } from '../../parts/choice.tsx';
import { Form } from '../../parts/form.tsx';
import { useAttempt } from '../../parts/use-attempt.ts';
import { useKept } from '../../parts/use-kept.ts';
import { call, uploadFile, uploadPicture } from '../../platform/api-client.ts';
import { useTexts } from '../../platform/i18n.ts';
import { refresh } from '../../platform/query.ts';
import { TextArea, TextField } from '../../ui/text-field.tsx';
import { kindNames } from './kind-names.ts';
import { PictureTiles } from './picture-tiles.tsx';
import type { Tile } from './picture-tiles.tsx';

type Application = NonNullable<OutputOf<'Users/Shopinfo'>['application']>;

const problems = ['mall.badname', 'mall.nametaken', 'mall.badlicence'] as const;
const ABOUT_MAX = 500;

async function uploadLogo(picture: Blob): Promise<Tile> {
  const { url } = await uploadPicture(picture);
  return { key: url, src: url };
}

/** The server never shows it again: what is seen here is the device's own copy. */
async function uploadLicence(picture: Blob): Promise<Tile> {
  const { id } = await uploadFile('Users/ShopLicence', picture);
  return { key: id, src: URL.createObjectURL(picture) };
}

function textsOf(before: Application | null) {
  return {
    name: before?.name ?? '',
    kind: before?.kind ?? '',
    contact: before?.contact ?? '',
    about: before?.about ?? '',
    logo: before?.logo ?? '',
  };
}

/** The application for a shop; `before` is the one that was rejected. */
export function ApplyForm({ before }: { before: Application | null }) {
  const t = useTexts('shop');
  const attempt = useAttempt();
  const { fields, set, drop } = useKept('shop-apply', textsOf(before));
  const { name, contact, about, logo } = fields;
  const kind = shopKinds.find((one) => one === fields.kind);
  // Not kept: nobody but the staff is shown a licence again.
  const [licences, setLicences] = useState<readonly Tile[]>([]);
  const [isLogoBusy, onLogoBusy] = useState(false);
  const [isLicenceBusy, onLicenceBusy] = useState(false);
  const [shortest, longest] = shopNameLength;

  function findMissing(): string | undefined {
    if (Array.from(name.trim()).length < shortest) return t('missingName');
    if (kind === undefined) return t('missingKind');
    if (contact.trim().length < 3) return t('missingContact');
    if (isLogoBusy || isLicenceBusy) return t('pictureBusy');
    return licences.length === 0 ? t('missingLicence') : undefined;
  }

  async function send(): Promise<void> {
    if (kind === undefined) return;
    await call('Users/ApplyShop', {
      name: name.trim(),
      kind,
      contact: contact.trim(),
      licences: licences.map(({ key }) => key),
      about: about.trim(),
      ...(logo === '' ? {} : { logo }),
    });
    await refresh('Users/Shopinfo');
    drop();
  }

  return (
    <Form submitLabel={t('applySend')} missing={findMissing()} onSubmit={() => attempt.run(send)}>
      <TextField
        label={t('name')}
        hint={t('nameHint', { min: shortest, max: longest })}
        value={name}
        onChange={(text) => set({ name: text })}
        maxLength={80}
        autoComplete="organization"
        error={attempt.at('mall.badname', 'mall.nametaken')}
      />
      <Choice
        label={t('kind')}
        options={shopKinds.map((key) => ({ key, label: t(kindNames[key]) }))}
        value={kind}
        onChange={(key) => set({ kind: key })}
      />
      <TextArea
        label={t('about')}
        hint={t('aboutHint')}
        value={about}
        onChange={(text) => set({ about: text })}
        maxLength={ABOUT_MAX}
        rows={3}
      />
      <PictureTiles
        label={t('logo')}
        hint={t('logoHint')}
        tiles={logo === '' ? [] : [{ key: logo, src: logo }]}
        most={1}
        upload={uploadLogo}
        onChange={(tiles) => set({ logo: tiles[0]?.key ?? '' })}
        onBusy={onLogoBusy}
      />
      <TextField
        label={t('contact')}
        hint={t('contactHint')}
        value={contact}
        onChange={(text) => set({ contact: text })}
        maxLength={120}
        autoComplete="tel"
      />
      <PictureTiles
        label={t('licences')}
        hint={t('licencesHint', { max: LICENCES_MAX })}
        tiles={licences}
        most={LICENCES_MAX}
        upload={uploadLicence}
        onChange={setLicences}
        onBusy={onLicenceBusy}
        error={attempt.at('mall.badlicence')}
      />
      <AttemptNotice attempt={attempt} shown={problems} />
    </Form>
  );
}
