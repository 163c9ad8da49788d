import { useEffect, useRef, useState } from 'react';
import { Spoken } from '../ui/spoken.tsx';
import css from './spoken-quote.module.css';

/** Who stops typing for so long wants to hear what it comes to. */
const REST_MS = 1_200;

type Props = {
  /** What was typed, "" for nothing: only a change of it is followed by words. */
  typed: string;
  label: string;
  /** What that comes to now. */
  value: string;
};

/** What the typed amount comes to, read out once one rests; not again with each move of the pool. */
export function SpokenQuote({ typed, label, value }: Props) {
  const [said, setSaid] = useState('');
  const latest = useRef('');
  const isFirst = useRef(true);
  useEffect(() => {
    latest.current = typed === '' ? '' : `${label}: ${value}`;
  });
  useEffect(() => {
    // What stood there when the screen opened was not typed now.
    if (isFirst.current) {
      isFirst.current = false;
      return undefined;
    }
    const timer = setTimeout(() => setSaid(latest.current), REST_MS);
    return () => clearTimeout(timer);
  }, [typed]);
  return (
    <output className={css.place}>
      <Spoken>{said}</Spoken>
    </output>
  );
}
