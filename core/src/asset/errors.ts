import { defineErrors } from '../kit/errors.ts';

export const assetErrors = defineErrors({ 'asset.badcoin': 'invalid' });
