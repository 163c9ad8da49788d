import { bps, whole } from './define.ts';

/** Orders of the mall (rulebook §12). Half of the commission backs the OBL that buyers get, half is a fee of use. */
export const mallCommissionBps = bps('mall.commissionBps', '500', ['0', '3000']);
export const mallPayMinutes = whole('mall.payMinutes', '30', ['5', '1440']);
/** After payment an order should be shipped within these hours; then both sides are told, and the buyer can go on waiting or cancel. */
export const mallShipHours = whole('mall.shipHours', '72', ['12', '720']);
/** After shipping an order is completed by itself; a request after the sale is to be answered within these hours. */
export const mallReceiveDays = whole('mall.receiveDays', '10', ['1', '60']);
export const mallAnswerHours = whole('mall.answerHours', '72', ['12', '336']);
