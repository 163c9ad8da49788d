import { transferReceived } from '@openmere/core/transfer/contract.ts';

export const name = transferReceived.push;
