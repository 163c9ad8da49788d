import { looksLike } from '@openmere/core/transfer/rules.ts';
import { useTexts } from '../platform/i18n.ts';
import { KeyValue } from '../ui/key-value.tsx';
import { Notice } from '../ui/notice.tsx';
import { useKnownTargets } from './use-contacts.ts';
import css from './look-alike.module.css';

export type Alike = { name: string; target: string };

/** A saved contact, or somebody paid lately, whose code or address can be taken for this one; none where this one is known itself. */
export function useLookAlike(target: string): Alike | undefined {
  const { saved, recent } = useKnownTargets();
  const known = [...saved, ...recent];
  if (known.some((one) => one.target === target)) return undefined;
  return known.find((one) => looksLike(target, one.target));
}

/** A code in which the characters that differ from another one stand out. */
function Compared({ text, other }: { text: string; other: string }) {
  return (
    <span className={css.text}>
      {Array.from(text, (character, at) =>
        character === other[at] ? (
          character
        ) : (
          // oxlint-disable-next-line react/no-array-index-key -- a place in a text is its own key
          <mark key={at} className={css.other}>
            {character}
          </mark>
        ),
      )}
    </span>
  );
}

/** Warns of a receiver who can be taken for another one: both codes, one under the other. */
export function LookAlike({ known, target }: { known: Alike; target: string }) {
  const t = useTexts('transfer');
  return (
    <Notice tone="warn" title={t('alikeTitle')} live>
      <p>{t('alikeText', { known: known.name })}</p>
      <KeyValue
        rows={[
          { key: 'before', label: t('alikeBefore'), value: <Compared text={known.target} other={target} /> },
          { key: 'now', label: t('alikeNow'), value: <Compared text={target} other={known.target} /> },
        ]}
      />
    </Notice>
  );
}
