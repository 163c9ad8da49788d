export const depositErrors = {
  'deposit.badcoin': 'invalid',
};
