import { useState } from 'react';
import { Picture } from '../ui/picture.tsx';
import { ClosableSheet } from './closable-sheet.tsx';
import css from './picture-row.module.css';

type PictureRowProps = {
  pictures: readonly string[];
  /** What the one at this place is called, from 1. */
  nameOf: (place: number) => string;
  /** Stands above the one that is shown in full, instead of its name. */
  title?: string;
};

/** The pictures that were sent with something; each opens in full, here: a file of the server's opens as a download. */
export function PictureRow({ pictures, nameOf, title }: PictureRowProps) {
  const [shown, setShown] = useState<number>();
  if (pictures.length === 0) return null;
  const name = shown === undefined ? '' : nameOf(shown + 1);
  return (
    <>
      <div className={css.row}>
        {pictures.map((url, index) => (
          <button key={url} type="button" className={css.thumb} onClick={() => setShown(index)}>
            <Picture url={url} sizes="72px" alt={nameOf(index + 1)} />
          </button>
        ))}
      </div>
      <ClosableSheet open={shown !== undefined} onClose={() => setShown(undefined)} title={title ?? name}>
        <Picture
          url={pictures[shown ?? 0] ?? ''}
          sizes="(min-width: 640px) 480px, 100vw"
          fit="contain"
          alt={name}
        />
      </ClosableSheet>
    </>
  );
}
