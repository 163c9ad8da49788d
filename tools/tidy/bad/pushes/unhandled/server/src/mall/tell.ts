import { orderMoved } from '@openmere/core/mall/contract.ts';

export const tell = () => toMember(orderMoved);
