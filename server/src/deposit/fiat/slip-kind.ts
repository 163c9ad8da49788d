import type { SealedKind } from '../../platform/files/sealed-pictures.ts';

/** Pictures of bank slips, handed in with an order by bank. Their small print must stay readable. */
export const slipPictures: SealedKind = { kind: 'fiatslip', prefix: 'slp', perDay: 20 };
/** Of one order. */
export const SLIPS_MAX = 5;
