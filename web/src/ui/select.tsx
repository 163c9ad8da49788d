import { useId, useState } from 'react';
import type { ReactNode } from 'react';
import { Field, noteOf } from './field.tsx';
import type { FieldFrame } from './field.tsx';
import { IconChevronDown } from './icon/arrow.tsx';
import { OptionList } from './option-list.tsx';
import { Sheet } from './sheet.tsx';
import css from './select.module.css';

export type SelectOption = {
  key: string;
  label: string;
  note?: string;
  leading?: ReactNode;
  /** Other words it is found by: a code, the name in English. */
  findBy?: string;
};

export type SelectProps = FieldFrame & {
  options: readonly SelectOption[];
  value: string | undefined;
  onChange: (key: string) => void;
  placeholder: string;
  closeLabel: string;
  /** With it the list can be searched: countries, banks. */
  searchLabel?: string;
  /** Said when the search finds nothing. */
  noneFound?: string;
  disabled?: boolean;
};

/** One of many: a field that opens a sheet with the options. */
export function Select(props: SelectProps) {
  const { options, value, onChange, placeholder, closeLabel, searchLabel, noneFound, disabled, ...frame } =
    props;
  const id = useId();
  const [open, setOpen] = useState(false);
  const chosen = options.find((option) => option.key === value);
  return (
    <>
      <Field {...frame} id={id} leading={chosen?.leading} trailing={<Chevron />}>
        <button
          {...noteOf(id, frame)}
          type="button"
          className={css.value}
          aria-haspopup="dialog"
          aria-expanded={open}
          aria-label={`${frame.label}: ${chosen?.label ?? placeholder}`}
          disabled={disabled}
          onClick={() => setOpen(true)}
        >
          {chosen ? chosen.label : <span className={css.placeholder}>{placeholder}</span>}
        </button>
      </Field>
      <Sheet open={open} onClose={() => setOpen(false)} title={frame.label} closeLabel={closeLabel}>
        <OptionList
          label={frame.label}
          options={options}
          value={value}
          searchLabel={searchLabel}
          noneFound={noneFound}
          onChoose={(key) => {
            setOpen(false);
            onChange(key);
          }}
        />
      </Sheet>
    </>
  );
}

function Chevron() {
  return (
    <span className={css.chevron}>
      <IconChevronDown size={20} />
    </span>
  );
}
