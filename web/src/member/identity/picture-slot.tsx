import { useId, useState } from 'react';
import { uploadFile } from '../../platform/api-client.ts';
import { errorText } from '../../platform/error-text.ts';
import { useTexts } from '../../platform/i18n.ts';
import { scalePicture } from '../../platform/scale-picture.ts';
import { Button } from '../../ui/button.tsx';
import { IconCamera } from '../../ui/icon/act.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { CameraSheet, hasCamera } from './camera-sheet.tsx';
import type { Facing } from './camera-sheet.tsx';
import css from './picture-slot.module.css';

/** `id` names it to the server, which never shows it again; `src` is the device's own copy. */
export type Shot = { readonly id: string; readonly src: string };

type Props = {
  label: string;
  hint: string;
  facing: Facing;
  shot: Shot | undefined;
  onChange: (shot: Shot) => void;
  error?: string | undefined;
};

/** One picture, by camera or file, sent at once and kept encrypted there. */
export function PictureSlot({ label, hint, facing, shot, onChange, error }: Props) {
  const t = useTexts('identity');
  const id = useId();
  const [busy, setBusy] = useState(false);
  const [open, setOpen] = useState(false);
  const [problem, setProblem] = useState<string>();
  const said = problem ?? error;

  async function take(file: Blob | undefined): Promise<void> {
    if (!file) return;
    setOpen(false);
    setBusy(true);
    setProblem(undefined);
    try {
      const picture = await scalePicture(file);
      if (!picture) return setProblem(t('pictureBad'));
      const sent = await uploadFile('Users/IdentityPicture', picture);
      onChange({ id: sent.id, src: URL.createObjectURL(picture) });
    } catch (failure) {
      setProblem(errorText(failure));
    } finally {
      setBusy(false);
    }
  }

  return (
    <fieldset className={css.slot} aria-describedby={`${id}-note`} aria-busy={busy}>
      <legend className={css.label}>{label}</legend>
      <div className={css.frame} data-facing={facing}>
        {busy ? (
          <span className={css.waiting}>
            <Spinner /> {t('sending')}
          </span>
        ) : shot ? (
          <img className={css.picture} src={shot.src} alt={`${label}: ${t('sent')}`} />
        ) : (
          <IconCamera size={32} />
        )}
      </div>
      <div className={css.actions}>
        {hasCamera() && (
          <Button size="small" tone="quiet" busy={busy} onPress={() => setOpen(true)}>
            {t('camera')}
          </Button>
        )}
        <label className={css.choose} htmlFor={id} data-busy={busy ? '' : undefined}>
          <span>{shot ? t('again') : t('file')}</span>
          <input
            id={id}
            className={css.input}
            type="file"
            accept="image/png,image/jpeg,image/webp"
            disabled={busy}
            onChange={(event) => {
              void take(event.target.files?.[0]);
              event.target.value = '';
            }}
          />
        </label>
      </div>
      <p id={`${id}-note`} className={said ? css.error : css.hint} role={said ? 'alert' : undefined}>
        {said ?? hint}
      </p>
      <CameraSheet
        title={label}
        facing={facing}
        open={open}
        onClose={() => setOpen(false)}
        onShot={(picture) => void take(picture)}
      />
    </fieldset>
  );
}
