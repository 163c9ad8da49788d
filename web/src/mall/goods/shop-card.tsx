import { useTexts } from '../../platform/i18n.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { List, ListRow } from '../../ui/list.tsx';
import { shopLink } from '../goods-link.ts';
import type { Goods } from './goods-data.ts';

/** Whose goods it is. */
export function ShopCard({ shop }: { shop: Goods['shop'] }) {
  const t = useTexts('mall');
  return (
    <List label={t('titleShop')}>
      <ListRow
        leading={<Avatar name={shop.name} seed={shop.id} src={shop.logo} />}
        title={shop.name}
        subtitle={t('toShop')}
        href={shopLink(shop.id)}
      />
    </List>
  );
}
