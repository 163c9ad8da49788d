import { useTexts } from '../platform/i18n.ts';

/** Name of one of our contracts in words, or what it is called by its key in the address map. */
export function useContractName(): (key: string) => string {
  const t = useTexts('wallet');
  const names: Readonly<Record<string, string>> = {
    membership: t('contractMembership'),
    router: t('contractRouter'),
    swapDesk: t('contractSwapDesk'),
    liquidityDesk: t('contractLiquidityDesk'),
    hashPowerMint: t('contractHashPowerMint'),
    usdoMint: t('contractUsdoMint'),
    medal: t('contractMedal'),
    buyBack: t('contractBuyBack'),
  };
  return (key) => {
    if (['usdt', 'open', 'ousd', 'usdo'].includes(key))
      return t('contractToken', { coin: key.toUpperCase() });
    return names[key] ?? key;
  };
}
