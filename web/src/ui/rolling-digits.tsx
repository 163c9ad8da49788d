import { useState } from 'react';
import css from './rolling-digits.module.css';

/** Whether a digit rolls is settled when it appears, so that a later render never starts the motion again. */
function Digit({ char, rolls }: { char: string; rolls: boolean }) {
  const [rolled] = useState(rolls);
  return <span className={rolled ? css.rolled : css.still}>{char}</span>;
}

/** Text whose changed characters roll in (transform and opacity only); the first showing stands still. */
export function RollingDigits({ text }: { text: string }) {
  const [first] = useState(text);
  // Places are counted from the end, so that the ones stay the ones when the number grows.
  return Array.from(text, (char, index) => (
    <Digit key={`${text.length - index}${char}`} char={char} rolls={text !== first} />
  ));
}
