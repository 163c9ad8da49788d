import type { OutputOf } from '@openmere/core/calls.ts';
import { WaitingLine } from '../../parts/waiting.tsx';
import { useTexts } from '../../platform/i18n.ts';
import { useCall } from '../../platform/query.ts';
import { IconMenu } from '../../ui/icon/arrow.tsx';
import { Picture } from '../../ui/picture.tsx';
import { typeLink, TYPE_PATH } from '../goods-link.ts';
import css from './list.module.css';

export type GoodsType = OutputOf<'Goods/GetGoodsTypePage'>;

/** As the specification asks for the classification. */
const EVERY = 1000;

/** Types below one (`0`: the top) without those that an operator hid (specification §3); they change seldom. */
export function useTypes(pid = '0') {
  const input = { pid, pageSize: EVERY };
  const { data, isError, error, refetch } = useCall('Goods/GetGoodsTypePage', input, {
    staleTime: 5 * 60_000,
  });
  return { data: data?.list.filter(({ positions }) => positions === 0), isError, error, refetch };
}

export function TypeLinks({
  types,
  label,
  all,
}: {
  types: readonly GoodsType[];
  label: string;
  all?: boolean;
}) {
  const t = useTexts('mall');
  return (
    <nav className={css.types} aria-label={label}>
      {types.map(({ id, name, picurl }) => (
        <a key={id} className={css.type} href={typeLink(id)}>
          <span className={css.disc}>
            <Picture url={picurl} sizes="56px" />
          </span>
          <span className={css.typeName}>{name}</span>
        </a>
      ))}
      {all && (
        <a className={css.type} href={`#${TYPE_PATH}`}>
          <span className={css.disc} data-icon="">
            <IconMenu />
          </span>
          <span className={css.typeName}>{t('allTypes')}</span>
        </a>
      )}
    </nav>
  );
}

/** The types at the top, beside one another. Without them the list below still stands: a failure is told by that one. */
export function TypeRow() {
  const t = useTexts('mall');
  const { data, isError } = useTypes();
  if (isError) return null;
  if (!data)
    return (
      <div className={css.typesWaiting}>
        <WaitingLine />
      </div>
    );
  return data.length === 0 ? null : <TypeLinks types={data} label={t('types')} all />;
}
