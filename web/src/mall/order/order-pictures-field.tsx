import { AFTER_SALE_PICTURES_MAX } from '@openmere/core/mall/order-rules.ts';
import { uploadPicture } from '../../platform/api-client.ts';
import { useTexts } from '../../platform/i18n.ts';
import { PictureTiles } from '../shop/picture-tiles.tsx';

type Props = {
  value: readonly string[];
  onChange: (addresses: readonly string[]) => void;
  /** Whether pictures are under way: what is sent now would go without them. */
  onBusy: (isBusy: boolean) => void;
};

async function upload(picture: Blob) {
  const { url } = await uploadPicture(picture);
  return { key: url, src: url };
}

/** Pictures that go with what is written about an order, by their addresses. */
export function OrderPicturesField({ value, onChange, onBusy }: Props) {
  const t = useTexts('order');
  return (
    <PictureTiles
      label={t('pictures')}
      hint={t('picturesHint', { max: AFTER_SALE_PICTURES_MAX })}
      tiles={value.map((address) => ({ key: address, src: address }))}
      most={AFTER_SALE_PICTURES_MAX}
      upload={upload}
      onChange={(tiles) => onChange(tiles.map(({ key }) => key))}
      onBusy={onBusy}
    />
  );
}
