export const PAYABLES_PATH = '/pages/mine/account/payable';
export const ADD_PAYABLE_PATH = '/pages/mine/account/payableAdd';
