import { goodsLimits } from '@openmere/core/mall/goods-draft.ts';
import { useRef } from 'react';
import { useTexts } from '../../platform/i18n.ts';
import { Button } from '../../ui/button.tsx';
import { TextArea } from '../../ui/text-field.tsx';
import css from './shop.module.css';

/** What each button puts around the chosen text. */
const marks = [
  { key: 'formatParagraph', before: '<p>', after: '</p>' },
  { key: 'formatHeading', before: '<h3>', after: '</h3>' },
  { key: 'formatBold', before: '<strong>', after: '</strong>' },
  { key: 'formatList', before: '<ul><li>', after: '</li></ul>' },
] as const;

type Props = { label: string; value: string; onChange: (text: string) => void };

/** The description as simple HTML: the buttons put the marks, the server keeps only what is harmless. */
export function ContentField({ label, value, onChange }: Props) {
  const t = useTexts('shop');
  const box = useRef<HTMLDivElement>(null);

  function wrap(before: string, after: string): void {
    const area = box.current?.querySelector('textarea');
    const [from, to] = [area?.selectionStart ?? value.length, area?.selectionEnd ?? value.length];
    onChange(`${value.slice(0, from)}${before}${value.slice(from, to)}${after}${value.slice(to)}`);
    area?.focus();
  }

  return (
    <div ref={box} className={css.content}>
      <TextArea
        label={label}
        hint={t('contentHint')}
        value={value}
        onChange={onChange}
        maxLength={goodsLimits.content}
        rows={8}
      />
      <div className={css.tools}>
        {marks.map(({ key, before, after }) => (
          <Button key={key} tone="secondary" size="small" onPress={() => wrap(before, after)}>
            {t(key)}
          </Button>
        ))}
      </div>
    </div>
  );
}
