import { pictureOf } from '@openmere/core/kit/picture.ts';
import { useState } from 'react';
import { IconPicture } from './icon/sign.tsx';
import css from './picture.module.css';

export type PictureProps = {
  /** Its address as the server gives it; its sizes follow from the name (core/src/kit/picture.ts). Empty: no picture. */
  url: string;
  /** What it shows; empty where the name stands beside it. */
  alt?: string;
  /** How wide it is drawn, as the attribute `sizes` says it: "56px", "(min-width: 1024px) 200px, 50vw". */
  sizes: string;
  /** The box it stands in: a square filled by it (default), a square or a row that shows all of it. */
  fit?: 'cover' | 'contain' | 'natural';
  /** In sight at once: not put off until it is scrolled to. */
  eager?: boolean;
};

/** A picture in a box that never moves: in the smallest file that is sharp here, fetched when it comes near. */
export function Picture({ url, alt = '', sizes, fit = 'cover', eager }: PictureProps) {
  const [failed, setFailed] = useState<string>();
  const files = pictureOf(url);
  const isShown = url.startsWith('/') && url !== failed;
  const ratio = files && fit === 'natural' ? `${files.width} / ${files.height}` : '1';
  return (
    <span className={css.box} data-fit={fit} style={{ aspectRatio: ratio }}>
      {isShown ? (
        <picture>
          {files?.sources.map(({ type, srcset }) => (
            <source key={type} type={type} srcSet={srcset} sizes={sizes} />
          ))}
          <img
            className={css.picture}
            src={files?.fallback ?? url}
            alt={alt}
            width={files?.width}
            height={files?.height}
            loading={eager ? 'eager' : 'lazy'}
            fetchPriority={eager ? 'high' : undefined}
            decoding="async"
            draggable={false}
            onError={() => setFailed(url)}
          />
        </picture>
      ) : (
        <span className={css.none} role={alt === '' ? undefined : 'img'} aria-label={alt || undefined}>
          <IconPicture size={28} />
        </span>
      )}
    </span>
  );
}
