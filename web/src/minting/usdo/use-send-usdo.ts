import { leastOf } from '@openmere/core/liquidity/quote.ts';
import { formatAmount } from '@openmere/core/money/amount.ts';
import { useSending } from '../../liquidity/sign-part.tsx';
import { readChainConfig } from '../../platform/wallet/chain-config.ts';
import { deadlineOf } from '../../platform/wallet/deadline.ts';
import type { Hex } from '../../platform/wallet/eip1193.ts';
import { sendTransaction } from '../../platform/wallet/transactions.ts';
import { useTradeSettings } from '../../swap/trade/use-trade-settings.ts';
import type { UsdoTerms } from '../mint-data.ts';
import type { UsdoForm } from './use-usdo-form.ts';

/** Signs what the form says: minting with an approval of exactly what is given or without a limit, redeeming with none. */
export function useSendUsdo(form: UsdoForm, terms: UsdoTerms, from: Hex | undefined) {
  const { slippageBps, deadlineMinutes } = useTradeSettings();
  const { problem, send } = useSending();

  async function sign(unlimited: boolean): Promise<void> {
    const { way, given, received } = form;
    const sent = await send(async () => {
      const [{ contracts }, data] = await Promise.all([readChainConfig(), import('../mint-data.ts')]);
      const note = { amount: formatAmount(way === 'redeem' ? given : received) };
      const { usdo } = contracts;
      if (way === 'redeem' && usdo)
        return sendTransaction({
          kind: 'minting.redeem',
          note,
          from,
          to: usdo,
          data: data.redeemUsdoData(given),
        });
      const { usdoMint, usdt, open } = data.usdoContracts(contracts);
      const token = way === 'usdt' ? usdt : open;
      return sendTransaction({
        kind: 'minting.usdo',
        note,
        from,
        to: usdoMint,
        data:
          way === 'usdt'
            ? data.mintFromUsdtData(given)
            : data.mintFromOpenData(
                given,
                leastOf(received, slippageBps),
                deadlineOf(terms, deadlineMinutes),
              ),
        approve: { token, spender: usdoMint, amount: given, unlimited },
        ...(way === 'open' ? { pool: true } : {}),
      });
    });
    if (sent) form.clear();
  }

  return { problem, sign };
}
