import { useState } from 'react';
import type { ReactNode } from 'react';
import type { Fact } from '../liquidity/facts.tsx';
import { SignButton } from '../liquidity/sign-part.tsx';
import { ApprovalChoice } from '../parts/approval-choice.tsx';
import type { Spending } from '../parts/approval-choice.tsx';
import { ClosableSheet } from '../parts/closable-sheet.tsx';
import { useTexts } from '../platform/i18n.ts';
import type { TradeWallet } from '../swap/trade/use-trade-wallet.ts';
import { KeyValue } from '../ui/key-value.tsx';
import { Stack } from '../ui/page.tsx';

type LookProps = {
  rows: readonly Fact[];
  wallet: TradeWallet;
  /** "Mint 200 hash power". */
  action: string;
  disabledReason: string | undefined;
  /** What the contract is to take and may not yet. */
  missing: readonly Spending[];
  /** `unlimited`: it may take the coin without a limit. */
  onSign: (unlimited: boolean) => Promise<unknown>;
  children?: ReactNode;
};

type Props = LookProps & { open: boolean; onClose: () => void; title: string };

/** Whoever opens it again chooses again: exactly, at first. */
function LastLook({ rows, wallet, action, disabledReason, missing, onSign, children }: LookProps) {
  const t = useTexts('liquidity');
  const [unlimited, setUnlimited] = useState<readonly string[]>([]);
  return (
    <Stack>
      <KeyValue rows={rows.map(({ explain: _explain, ...row }) => row)} />
      {children}
      <ApprovalChoice missing={missing} unlimited={unlimited} onChange={setUnlimited} />
      {missing.length > 0 && unlimited.length === 0 && <p>{t('exactApprovals')}</p>}
      <SignButton
        wallet={wallet}
        action={action}
        disabledReason={disabledReason}
        onSign={() => onSign(missing.some(({ coin }) => unlimited.includes(coin)))}
      />
    </Stack>
  );
}

/** The last look before the wallet is asked; its figures move with the chain while it is open. */
export function SignSheet({ open, onClose, title, ...look }: Props) {
  return (
    <ClosableSheet open={open} onClose={onClose} title={title}>
      <LastLook {...look} />
    </ClosableSheet>
  );
}
