export const CoinMark = () => null;
