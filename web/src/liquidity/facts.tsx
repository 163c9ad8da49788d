import { useState } from 'react';
import { ClosableSheet } from '../parts/closable-sheet.tsx';
import { useTexts } from '../platform/i18n.ts';
import { KeyValue } from '../ui/key-value.tsx';
import type { KeyValueRow } from '../ui/key-value.tsx';

export type Fact = Omit<KeyValueRow, 'label' | 'onExplain' | 'explainLabel'> & {
  label: string;
  /** What the figure means and how it is reckoned; with it the row can be tapped. */
  explain?: string;
};

/** Figures in pairs, each with its meaning one tap away. */
export function Facts({ rows }: { rows: readonly Fact[] }) {
  const t = useTexts('liquidity');
  const [shown, setShown] = useState<Fact>();
  const [open, setOpen] = useState(false);

  function show(fact: Fact): void {
    setShown(fact);
    setOpen(true);
  }

  return (
    <>
      <KeyValue
        rows={rows.map(({ explain, ...row }) =>
          explain === undefined
            ? row
            : {
                ...row,
                onExplain: () => show({ ...row, explain }),
                explainLabel: t('explain', { what: row.label }),
              },
        )}
      />
      <ClosableSheet open={open} onClose={() => setOpen(false)} title={shown?.label ?? ''}>
        <p>{shown?.explain}</p>
      </ClosableSheet>
    </>
  );
}
