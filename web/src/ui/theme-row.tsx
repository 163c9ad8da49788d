import type { ReactNode } from 'react';
import { IconDevice, IconMoon, IconSun } from './icon/guard.tsx';
import { Segmented } from './segmented.tsx';
import type { ThemeChoice } from './theme.ts';
import css from './theme-row.module.css';

export type ThemeRowProps = {
  label: string;
  value: ThemeChoice;
  onChange: (choice: ThemeChoice) => void;
  labels: Readonly<Record<ThemeChoice, string>>;
};

/** Light, dark, or as the device says. */
export function ThemeRow({ label, value, onChange, labels }: ThemeRowProps) {
  const face = (choice: ThemeChoice, icon: ReactNode) => ({
    key: choice,
    label: (
      <>
        {icon}
        {labels[choice]}
      </>
    ),
  });
  return (
    <div className={css.row}>
      <div className={css.label} aria-hidden="true">
        {label}
      </div>
      <Segmented
        label={label}
        value={value}
        onChange={onChange}
        items={[
          face('system', <IconDevice size={16} />),
          face('light', <IconSun size={16} />),
          face('dark', <IconMoon size={16} />),
        ]}
      />
    </div>
  );
}
