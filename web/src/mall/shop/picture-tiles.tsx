import { useEffect, useId, useRef, useState } from 'react';
import { errorText } from '../../platform/error-text.ts';
import { useTexts } from '../../platform/i18n.ts';
import { scalePicture } from '../../platform/scale-picture.ts';
import { IconCamera, IconTrash } from '../../ui/icon/act.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import css from './picture-tiles.module.css';

/** `key` names it to the server, `src` is what is shown of it. */
export type Tile = { readonly key: string; readonly src: string };

type Props = {
  label: string;
  hint: string;
  tiles: readonly Tile[];
  most: number;
  /** Sends one picture; what it answers is added. */
  upload: (picture: Blob) => Promise<Tile>;
  onChange: (tiles: readonly Tile[]) => void;
  error?: string | undefined;
  /** Whether pictures are under way: what is sent now would go without them. */
  onBusy?: (isBusy: boolean) => void;
};

/** Pictures as tiles: chosen from the device one after the other, drawn anew by the server, and removable. */
export function PictureTiles({ label, hint, tiles, most, upload, onChange, error, onBusy }: Props) {
  const t = useTexts('shop');
  const id = useId();
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const said = problem ?? error;
  // What is taken out while others are being sent stays out.
  const latest = useRef(tiles);
  useEffect(() => {
    latest.current = tiles;
  }, [tiles]);

  async function add(files: readonly File[]): Promise<void> {
    const busyIs = (is: boolean) => {
      setBusy(is);
      onBusy?.(is);
    };
    busyIs(true);
    setProblem(undefined);
    try {
      for (const file of files.slice(0, most - tiles.length)) {
        const picture = await scalePicture(file);
        if (!picture) throw new TypeError('no picture');
        const sent = await upload(picture);
        latest.current = [...latest.current, sent];
        onChange(latest.current);
      }
    } catch (failure) {
      setProblem(failure instanceof TypeError ? t('pictureBad') : errorText(failure));
    } finally {
      busyIs(false);
    }
  }

  return (
    <fieldset className={css.field} aria-describedby={`${id}-note`}>
      <legend className={css.label}>{label}</legend>
      <ul className={css.tiles}>
        {tiles.map((tile, index) => (
          <li key={tile.key} className={css.tile}>
            <img
              className={css.picture}
              src={tile.src}
              alt={t('pictureNumber', { number: index + 1 })}
              width={88}
              height={88}
            />
            <button
              type="button"
              className={css.remove}
              aria-label={t('pictureRemove', { number: index + 1 })}
              onClick={() => onChange(tiles.filter(({ key }) => key !== tile.key))}
            >
              <IconTrash size={16} />
            </button>
          </li>
        ))}
        {tiles.length < most && (
          <li className={css.tile}>
            <label className={css.choose} htmlFor={id} data-busy={busy ? '' : undefined}>
              {busy ? <Spinner /> : <IconCamera size={20} />}
              <span>{busy ? t('pictureBusy') : t('pictureAdd')}</span>
              <input
                id={id}
                className={css.input}
                type="file"
                accept="image/png,image/jpeg,image/webp"
                multiple={most > 1}
                disabled={busy}
                onChange={(event) => {
                  void add([...(event.target.files ?? [])]);
                  event.target.value = '';
                }}
              />
            </label>
          </li>
        )}
      </ul>
      <p id={`${id}-note`} className={said ? css.error : css.hint} role={said ? 'alert' : undefined}>
        {said ?? hint}
      </p>
    </fieldset>
  );
}
