export const payablesPath = '/pages/mine/account/payable';
export const addPayablePath = '/pages/mine/account/payableAdd';
