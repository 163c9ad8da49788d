import { useState } from 'react';
import { useTexts } from '../platform/i18n.ts';
import { Notice } from '../ui/notice.tsx';

/** What one gets and gives by the price of now, in base units, each always in the same order. */
type Figures = { gets: readonly bigint[]; gives?: readonly bigint[] };

type Props = {
  /** Undefined while they are not known. */
  figures: Figures | undefined;
};

/** Says in a review that less is received, or more is given, than when it was opened: it stands there from the beginning. Texts: `approval`. */
export function MovedNotice({ figures }: Props) {
  const t = useTexts('approval');
  const [first, setFirst] = useState(figures);
  if (first === undefined && figures !== undefined) setFirst(figures);
  if (first === undefined || figures === undefined) return null;
  const isWorse =
    figures.gets.some((amount, at) => amount < (first.gets[at] ?? 0n)) ||
    (figures.gives ?? []).some((amount, at) => amount > (first.gives?.[at] ?? amount));
  if (!isWorse) return null;
  return (
    <Notice tone="warn" live>
      {t('moved')}
    </Notice>
  );
}
