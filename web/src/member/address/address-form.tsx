import {
  ADDRESS_DETAIL_MAX,
  ADDRESS_LABEL_MAX,
  checkAddress,
  normaliseAddress,
} from '@openmere/core/member/address.ts';
import { graphemesOf } from '@openmere/core/member/nickname.ts';
import { useMemo, useState } from 'react';
import type { ReactNode } from 'react';
import { countriesOf } from '../../auth/countries.ts';
import { AttemptNotice } from '../../parts/attempt-notice.tsx';
import { Choice } from '../../parts/choice.tsx';
import { Form } from '../../parts/form.tsx';
import { useAttempt } from '../../parts/use-attempt.ts';
import { useKept } from '../../parts/use-kept.ts';
import { MapSheet } from '../../place/map-sheet.tsx';
import type { Geocoded } from '../../place/use-place-text.ts';
import { errorText } from '../../platform/error-text.ts';
import { useLocale, useTexts } from '../../platform/i18n.ts';
import { Button } from '../../ui/button.tsx';
import { ChipRow } from '../../ui/chip-row.tsx';
import { Switch } from '../../ui/switch.tsx';
import { TextArea, TextField } from '../../ui/text-field.tsx';
import { addPlace } from './add-place.ts';
import { emptyAddress } from './address-fields.ts';
import type { AddressFields } from './address-fields.ts';

type Props = {
  start: AddressFields;
  /** The country until another one is chosen: the member's own, once it is known. */
  country: string;
  submitLabel: string;
  /** The first address is the default one, and the default one stays so until another takes its place. */
  defaultFixed: boolean;
  onSave: (fields: AddressFields) => Promise<unknown>;
  after?: ReactNode;
};

type Name = 'label' | 'recipient' | 'phone' | 'detail';

/** Which field a refusal of the shared rule belongs to. */
const fieldOf: Readonly<Record<string, Name>> = {
  'member.badlabel': 'label',
  'member.badrecipient': 'recipient',
  'member.badphone': 'phone',
  'member.badaddress': 'detail',
};
const shown = Object.keys(fieldOf);

/** An address, typed by hand. What is wrong is said at its field, once it was left or the form was sent. */
export function AddressForm({ start, country, submitLabel, defaultFixed, onSave, after }: Props) {
  const t = useTexts('address');
  const locale = useLocale();
  // One that is there already begins as it is saved: what was typed and left days ago would pass for it.
  const kept = useKept(start === emptyAddress ? 'address-new' : undefined, start);
  const typed = kept.fields;
  const fields = { ...typed, country: typed.country === '' ? country : typed.country };
  const [checked, setChecked] = useState(false);
  const attempt = useAttempt();
  const [mapOpen, setMapOpen] = useState(false);
  const countries = useMemo(
    () => countriesOf(locale).map(({ code, name, findBy }) => ({ key: code, label: name, findBy })),
    [locale],
  );
  const refusal = checkAddress(normaliseAddress(fields));
  const wrong = refusal && fieldOf[refusal.code];
  const empty =
    fields.recipient === '' || fields.phone === '' || fields.country === '' || fields.detail === '';

  function change(next: Partial<AddressFields>) {
    kept.set(next);
    attempt.clear();
  }
  function errorOf(name: Name): string | undefined {
    // A label that is too long is seen at once: it is not what comes after it that makes it right.
    if (refusal && wrong === name && (checked || name === 'label')) return errorText(refusal);
    return attempt.at(...shown.filter((code) => fieldOf[code] === name));
  }
  function takePlace(place: Geocoded): void {
    setMapOpen(false);
    change(addPlace(fields, place));
  }
  async function save(): Promise<void> {
    setChecked(true);
    if (refusal) return;
    await attempt.run(async () => {
      await onSave(fields);
      kept.drop();
    });
  }

  return (
    <Form submitLabel={submitLabel} missing={empty ? t('fillIn') : undefined} onSubmit={save} after={after}>
      <TextField
        label={t('recipient')}
        value={fields.recipient}
        onChange={(recipient) => change({ recipient })}
        error={errorOf('recipient')}
        autoComplete="name"
      />
      <TextField
        label={t('phone')}
        hint={t('phoneHint')}
        type="tel"
        inputMode="tel"
        value={fields.phone}
        onChange={(phone) => change({ phone })}
        error={errorOf('phone')}
        autoComplete="tel"
      />
      <Choice
        label={t('country')}
        options={countries}
        value={fields.country === '' ? undefined : fields.country}
        onChange={(chosen) => change({ country: chosen })}
      />
      <Button tone="secondary" size="small" onPress={() => setMapOpen(true)}>
        {t('onMap')}
      </Button>
      <MapSheet open={mapOpen} onClose={() => setMapOpen(false)} onChoose={takePlace} />
      <TextArea
        label={t('detail')}
        hint={t('detailHint', { count: graphemesOf(fields.detail.trim()).length, max: ADDRESS_DETAIL_MAX })}
        rows={3}
        value={fields.detail}
        onChange={(detail) => change({ detail })}
        error={errorOf('detail')}
      />
      <TextField
        label={t('label')}
        hint={t('labelHint', { max: ADDRESS_LABEL_MAX })}
        value={fields.label}
        onChange={(label) => change({ label })}
        error={errorOf('label')}
        autoComplete="off"
      />
      <ChipRow
        label={t('labelIdeas')}
        chips={[t('labelHome'), t('labelWork')].map((label) => ({
          key: label,
          label,
          pressed: fields.label === label,
          onPress: () => change({ label: fields.label === label ? '' : label }),
        }))}
      />
      <Switch
        label={t('isDefault')}
        note={t(defaultFixed ? 'defaultFixed' : 'defaultNote')}
        checked={defaultFixed || fields.isdefualt === 1}
        disabled={defaultFixed}
        onChange={(on) => change({ isdefualt: on ? 1 : 0 })}
      />
      <AttemptNotice attempt={attempt} shown={shown} />
    </Form>
  );
}
