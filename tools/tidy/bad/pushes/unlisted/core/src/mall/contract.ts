import { definePush } from '../kit/push.ts';

export const orderMoved = definePush({ push: 'order', summary: '', to: 'member', data: order });
