import { Input } from 'antd';
import style from './search-field.module.css';

/** Searches on Enter or by its button; emptied, it shows everything again. */
export function SearchField({ label, onSearch }: { label: string; onSearch: (text: string) => void }) {
  return (
    <Input.Search
      className={style.field}
      aria-label={label}
      placeholder={label}
      allowClear
      onSearch={(text) => onSearch(text.trim())}
    />
  );
}
