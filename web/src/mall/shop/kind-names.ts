import type { ShopKind } from '@openmere/core/mall/shop.ts';
import type { Texts } from '../../platform/texts.ts';

/** What shops sell, by its text. */
export const kindNames = {
  fashion: 'kindFashion',
  food: 'kindFood',
  home: 'kindHome',
  beauty: 'kindBeauty',
  electronics: 'kindElectronics',
  sports: 'kindSports',
  books: 'kindBooks',
  services: 'kindServices',
  other: 'kindOther',
} as const satisfies Record<ShopKind, keyof Texts['shop']>;
