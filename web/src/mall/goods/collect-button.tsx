import { call } from '../../platform/api-client.ts';
import { errorText } from '../../platform/error-text.ts';
import { currentLocation, push } from '../../platform/history.ts';
import { useTexts } from '../../platform/i18n.ts';
import { keepAnswer } from '../../platform/keep-answer.ts';
import { formatLocation } from '../../platform/location.ts';
import { refresh, useCall } from '../../platform/query.ts';
import { useSessionStore } from '../../platform/session.ts';
import { writeStored } from '../../platform/storage.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { IconHeart } from '../../ui/icon/act.tsx';
import { showToast } from '../../ui/toast-store.ts';
import css from './goods.module.css';

/** A visitor logs in first and comes back to the same goods. */
function logInFirst(): void {
  const { path, query } = currentLocation();
  writeStored('general.wantedPath', formatLocation(path, query));
  push('/pages/login/login');
}

/** Keeps a goods among one's own, or takes it out of them. */
export function CollectButton({ goodsid }: { goodsid: string }) {
  const t = useTexts('mall');
  const isMember = useSessionStore((state) => state.token !== undefined);
  const collected = useCall('Goods/isCollect', { goodsid }, { enabled: isMember }).data?.collected === true;

  async function turn(): Promise<void> {
    keepAnswer('Goods/isCollect', { goodsid }, { collected: !collected });
    try {
      if (collected) await call('Goods/CollectGoods_Del', { goodsids: [goodsid] });
      else await call('Goods/CollectGoods', { goodsid });
    } catch (error) {
      showToast({ text: errorText(error), tone: 'danger' });
    }
    await refresh('Goods/isCollect', 'Goods/getMyGoodsCollect');
  }

  return (
    <span className={css.collect} data-on={collected ? '' : undefined}>
      <IconButton
        label={collected ? t('uncollect') : t('collect')}
        icon={<IconHeart />}
        pressed={collected}
        onPress={isMember ? turn : logInFirst}
      />
    </span>
  );
}
