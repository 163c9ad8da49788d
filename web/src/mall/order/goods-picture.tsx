import { Picture } from '../../ui/picture.tsx';
import css from './order.module.css';

/** The picture of something bought. Decoration: the name stands beside it. */
export function GoodsPicture({ src }: { src: string }) {
  return (
    <span className={css.picture}>
      <Picture url={src} sizes="64px" />
    </span>
  );
}
