import css from './spinner.module.css';

/** A small ring in the colour of the text around. Decoration: the owner says `aria-busy`. */
export function Spinner() {
  return <span className={css.spinner} aria-hidden="true" />;
}
