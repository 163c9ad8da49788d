import { useState } from 'react';
import css from './avatar.module.css';

export type AvatarProps = {
  /** Whose it is; the first letter stands in for a missing picture. Decoration: the name stands beside it. */
  name: string;
  /** Picks the colour, the same for the same id. */
  seed: string;
  src?: string | undefined;
  size?: 32 | 40 | 56 | 88;
};

const COLOURS = 8;

/** A stable number from 0 to 7 for an id: only spreads colours, needs no quality. */
function colourOf(seed: string): number {
  let sum = 0;
  for (const char of seed) sum = (sum * 31 + (char.codePointAt(0) ?? 0)) % 9973;
  return sum % COLOURS;
}

/** A picture, or a letter on a calm colour; a picture that fails to load gives way to the letter. */
export function Avatar({ name, seed, src, size = 40 }: AvatarProps) {
  const [failed, setFailed] = useState<string>();
  const shown = src !== undefined && src !== '' && src !== failed;
  return (
    <span className={css.avatar} data-size={size} data-colour={colourOf(seed)} aria-hidden="true">
      {shown ? (
        <img
          className={css.picture}
          src={src}
          alt=""
          width={size}
          height={size}
          onError={() => setFailed(src)}
        />
      ) : (
        Array.from(name.trim())[0]?.toUpperCase()
      )}
    </span>
  );
}
