export const path = '/pages/wallet/withdraw/recode/recodeChain';
