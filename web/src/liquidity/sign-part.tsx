import { useState } from 'react';
import { useLeft } from '../parts/use-left.ts';
import { errorText, isCancelled } from '../platform/error-text.ts';
import { useTexts } from '../platform/i18n.ts';
import type { TradeWallet } from '../swap/trade/use-trade-wallet.ts';
import { Button } from '../ui/button.tsx';
import { HoldButton } from '../ui/hold-button.tsx';
import { Notice } from '../ui/notice.tsx';
import { PageAction } from '../ui/page-action.tsx';
import { showToast } from '../ui/toast-store.ts';

type SignButtonProps = {
  wallet: TradeWallet;
  /** "Add 100 USDT and 250 OPEN". */
  action: string;
  disabledReason?: string | undefined;
  onSign: () => Promise<unknown>;
  /** It stands on the page itself, not in a sheet: Enter in the page's fields presses it. */
  pageAction?: boolean;
};

/** Held to confirm; the in-app wallet asks by itself and is held there. */
export function SignButton({ wallet, action, disabledReason, onSign, pageAction = false }: SignButtonProps) {
  const t = useTexts('liquidity');
  const Press = pageAction ? PageAction : Button;
  if (wallet.byInApp)
    return (
      <Press onPress={onSign} disabledReason={disabledReason}>
        {action}
      </Press>
    );
  return (
    <HoldButton
      onConfirm={onSign}
      pageAction={pageAction}
      disabledReason={disabledReason}
      againLabel={t('again', { action })}
      holdHint={t('keepHolding')}
    >
      {t('hold', { action })}
    </HoldButton>
  );
}

/** Sends and keeps what went wrong in sight; the member's own "no" is only mentioned, and what comes once the screen was left. */
export function useSending() {
  const left = useLeft();
  const [problem, setProblem] = useState<string>();

  async function send(run: () => Promise<unknown>): Promise<boolean> {
    setProblem(undefined);
    try {
      await run();
      return true;
    } catch (error) {
      const text = errorText(error);
      if (isCancelled(error)) showToast({ text, tone: 'plain' });
      else if (left.current) showToast({ text, tone: 'danger' });
      else setProblem(text);
      return false;
    }
  }

  return { problem, send };
}

/** What went wrong with the last try, and what to do. */
export function Problem({ text }: { text: string | undefined }) {
  const t = useTexts('liquidity');
  if (text === undefined) return null;
  return (
    <Notice tone="danger" live title={t('notSent')}>
      {text}
    </Notice>
  );
}
