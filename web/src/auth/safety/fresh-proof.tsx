import type { OutputOf } from '@openmere/core/calls.ts';
import { useState } from 'react';
import { MailCodeField } from '../../parts/mail-code-field.tsx';
import type { Attempt } from '../../parts/use-attempt.ts';
import { useMailMissing } from '../../parts/use-mail-missing.ts';
import { call } from '../../platform/api-client.ts';
import { useTexts } from '../../platform/i18n.ts';
import { useServerClock } from '../../platform/use-server-clock.ts';
import { sameAddress, shortHex } from '../../platform/wallet/address.ts';
import { useWallet } from '../../platform/wallet/use-wallet.ts';
import { Notice } from '../../ui/notice.tsx';
import { TextLink } from '../../ui/text-link.tsx';
import { codeProblems } from '../field-problems.ts';
import { WalletPicker } from '../login/wallet-picker.tsx';

type Who = Pick<OutputOf<'Users/Info'>, 'email' | 'useraddress' | 'mailboxproveduntil'>;

export type FreshProof = {
  code: string;
  setCode: (code: string) => void;
  /** Says what is missing; undefined when it can be collected. */
  missing: string | undefined;
  /** What goes along with the call: the code, or the wallet's signature, which is asked for now. */
  collect: () => Promise<{ emailcode?: string } | { message: string; signature: string }>;
  /** The code that this session was logged in with still counts: nothing is asked for. */
  fresh: boolean;
  /** The wallet signs: who has no e-mail, or chose so. */
  signs: boolean;
  chooseSigning: () => void;
};

/**
 * The proof that a stolen session alone cannot give: a code to the e-mail, without an e-mail the bound wallet. `isFirst` is for
 * what is set the first time: then the code of this session's own login counts, for 15 minutes.
 */
export function useFreshProof(who: Who, isFirst = false): FreshProof {
  const t = useTexts('account');
  const mailMissing = useMailMissing();
  const wallet = useWallet();
  const [code, setCode] = useState('');
  const [chosen, setChosen] = useState(false);
  const serverNow = useServerClock('time');
  const signs = who.email === '' || chosen;
  const fresh =
    isFirst && !chosen && who.mailboxproveduntil !== null && Date.parse(who.mailboxproveduntil) > serverNow();
  const connected = wallet.state === 'connected' && sameAddress(wallet.address, who.useraddress);
  const missing = fresh
    ? undefined
    : !signs
      ? mailMissing(who.email, code)
      : who.useraddress === null
        ? t('noProof')
        : connected
          ? undefined
          : t('needWallet');

  async function collect(): Promise<{ emailcode?: string } | { message: string; signature: string }> {
    if (fresh && code === '') return {};
    if (!signs) return { emailcode: code };
    const { message } = await call('Users/getsign', { purpose: 'bind', address: who.useraddress ?? '' });
    return { message, signature: await wallet.signMessage(message) };
  }

  return { code, setCode, missing, collect, fresh, signs, chooseSigning: () => setChosen(true) };
}

export type FreshProofFieldProps = {
  who: Who;
  proof: FreshProof;
  purpose: 'password' | 'paypassword' | 'bind' | 'wallet';
  attempt: Attempt;
  /** Where the wallet counts as much as the e-mail, which may be another’s by now. */
  orWallet?: boolean;
};

export function FreshProofField({ who, proof, purpose, attempt, orWallet = false }: FreshProofFieldProps) {
  const t = useTexts('account');
  if (proof.fresh || !proof.signs) {
    return (
      <>
        {proof.fresh ? (
          <Notice tone="good">{t('proofFresh')}</Notice>
        ) : (
          <MailCodeField
            email={who.email}
            purpose={purpose}
            value={proof.code}
            onChange={proof.setCode}
            error={attempt.at(...codeProblems)}
          />
        )}
        {orWallet && who.useraddress !== null && (
          <TextLink onPress={proof.chooseSigning}>{t('signInstead')}</TextLink>
        )}
      </>
    );
  }
  if (who.useraddress === null) return <Notice tone="warn">{t('noProof')}</Notice>;
  return (
    <>
      <p>{t('walletSigns', { address: shortHex(who.useraddress) })}</p>
      <WalletPicker expected={who.useraddress} />
    </>
  );
}
