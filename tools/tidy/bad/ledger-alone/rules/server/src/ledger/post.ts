import { checkSend } from '@openmere/core/transfer/rules.ts';
export const post = checkSend;
