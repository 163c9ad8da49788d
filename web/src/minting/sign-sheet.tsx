import type { ReactNode } from 'react';
import type { Fact } from '../liquidity/facts.tsx';
import { SignButton } from '../liquidity/sign-part.tsx';
import { ClosableSheet } from '../parts/closable-sheet.tsx';
import { useTexts } from '../platform/i18n.ts';
import type { TradeWallet } from '../swap/trade/use-trade-wallet.ts';
import { KeyValue } from '../ui/key-value.tsx';
import { Stack } from '../ui/page.tsx';

type Props = {
  open: boolean;
  onClose: () => void;
  title: string;
  rows: readonly Fact[];
  wallet: TradeWallet;
  /** "Mint 200 hash power". */
  action: string;
  disabledReason: string | undefined;
  onSign: () => Promise<unknown>;
  children?: ReactNode;
};

/** The last look before the wallet is asked; its figures move with the chain while it is open. */
export function SignSheet(props: Props) {
  const { open, onClose, title, rows, wallet, action, disabledReason, onSign, children } = props;
  const t = useTexts('liquidity');
  return (
    <ClosableSheet open={open} onClose={onClose} title={title}>
      <Stack>
        <KeyValue rows={rows.map(({ explain: _explain, ...row }) => row)} />
        {children}
        <p>{t('exactApprovals')}</p>
        <SignButton wallet={wallet} action={action} disabledReason={disabledReason} onSign={onSign} />
      </Stack>
    </ClosableSheet>
  );
}
