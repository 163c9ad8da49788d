import { useId, useState } from 'react';
import { call, uploadPicture } from '../platform/api-client.ts';
import { errorText } from '../platform/error-text.ts';
import { useTexts } from '../platform/i18n.ts';
import { refresh } from '../platform/query.ts';
import { Avatar } from '../ui/avatar.tsx';
import { Button } from '../ui/button.tsx';
import { IconCamera } from '../ui/icon/act.tsx';
import { Spinner } from '../ui/spinner.tsx';
import { CropDialog } from './crop-dialog.tsx';
import { isPicture, squarePicture } from './square-picture.ts';
import type { Square } from './square-picture.ts';
import type { MemberInfo } from './use-member.ts';
import css from './avatar-field.module.css';

/** One's picture, as others see it. */
export function AvatarField({ info }: { info: MemberInfo }) {
  async function save(headpic: string): Promise<void> {
    // What is empty is dropped on the way: it is named.
    await call('Users/SetNicknameHeadpic', headpic === '' ? { clear: ['headpic'] } : { headpic });
    await refresh('Users/Info');
  }
  return <PictureField seed={info.userid} name={info.nickname} src={info.avatar} onSave={save} />;
}

type PictureFieldProps = {
  seed: string;
  name: string;
  /** Address of the picture; empty for none. */
  src: string;
  onSave: (address: string) => Promise<void>;
};

/** A chosen file, and where the page shows it from. */
type Chosen = { file: File; src: string };

/** A picture: chosen from the device, cut to a square here, drawn anew by the server; or removed. */
export function PictureField({ seed, name, src, onSave }: PictureFieldProps) {
  const t = useTexts('member');
  const id = useId();
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string>();
  const [chosen, setChosen] = useState<Chosen>();

  async function change(work: () => Promise<string>): Promise<void> {
    setBusy(true);
    setError(undefined);
    try {
      await onSave(await work());
    } catch (failure) {
      setError(errorText(failure));
    } finally {
      setBusy(false);
    }
  }

  async function choose(file: File | undefined): Promise<void> {
    if (!file) return;
    setError(undefined);
    if (await isPicture(file)) setChosen({ file, src: URL.createObjectURL(file) });
    else setError(t('pictureBad'));
  }

  function close(): void {
    if (chosen) URL.revokeObjectURL(chosen.src);
    setChosen(undefined);
  }

  async function use(square: Square): Promise<void> {
    if (!chosen) return;
    close();
    const picture = await squarePicture(chosen.file, square);
    if (picture) await change(async () => (await uploadPicture(picture)).url);
    else setError(t('pictureBad'));
  }

  return (
    <div className={css.field}>
      <Avatar seed={seed} name={name} src={src || undefined} size={88} />
      <div className={css.actions}>
        <label className={css.choose} htmlFor={id} data-busy={busy ? '' : undefined}>
          {busy ? <Spinner /> : <IconCamera size={20} />}
          <span>{busy ? t('pictureBusy') : t('pictureChoose')}</span>
          <input
            id={id}
            className={css.input}
            type="file"
            accept="image/png,image/jpeg,image/webp"
            disabled={busy}
            onChange={(event) => {
              void choose(event.target.files?.[0]);
              event.target.value = '';
            }}
          />
        </label>
        {src !== '' && (
          <Button size="small" tone="quiet" onPress={() => change(async () => '')}>
            {t('pictureRemove')}
          </Button>
        )}
      </div>
      <p
        className={error === undefined ? css.hint : css.error}
        role={error === undefined ? undefined : 'alert'}
      >
        {error ?? t('pictureHint')}
      </p>
      <CropDialog src={chosen?.src} onClose={close} onChosen={(square) => void use(square)} />
    </div>
  );
}
