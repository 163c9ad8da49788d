import { Input } from 'antd';
import type { InputRef } from 'antd';
import { useImperativeHandle, useRef, useState } from 'react';
import type { Ref } from 'react';
import style from './search-field.module.css';

export type SearchHandle = { focus: () => void };
type Props = { label: string; value: string; onSearch: (text: string) => void; ref?: Ref<SearchHandle> };

/** Searches on Enter or by its button; emptied, it shows everything again. `value`: what is searched for now. */
export function SearchField({ label, value, onSearch, ref }: Props) {
  const input = useRef<InputRef>(null);
  // What is typed and not searched for yet; it ends when the search changes elsewhere (a saved filter, Back).
  const [typed, setTyped] = useState({ text: value, since: value });
  useImperativeHandle(ref, () => ({ focus: () => input.current?.focus({ cursor: 'all' }) }));
  return (
    <Input.Search
      ref={input}
      className={style.field}
      aria-label={label}
      placeholder={label}
      allowClear
      value={typed.since === value ? typed.text : value}
      onChange={(event) => setTyped({ text: event.target.value, since: value })}
      onKeyDown={(event) => event.key === 'Escape' && input.current?.blur()}
      onSearch={(text) => {
        setTyped({ text: text.trim(), since: text.trim() });
        onSearch(text.trim());
      }}
    />
  );
}
