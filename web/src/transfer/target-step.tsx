import type { OutputOf } from '@openmere/core/calls.ts';
import { isInviteCode, normaliseInviteCode } from '@openmere/core/auth/invite-code.ts';
import { isAddressTarget, looksLike } from '@openmere/core/transfer/rules.ts';
import { useState } from 'react';
import { call } from '../platform/api-client.ts';
import { errorText } from '../platform/error-text.ts';
import { useTexts } from '../platform/i18n.ts';
import { useCall } from '../platform/query.ts';
import { List, ListRow } from '../ui/list.tsx';
import { Notice } from '../ui/notice.tsx';
import { SectionTitle } from '../ui/section-title.tsx';
import { SubmitForm } from '../ui/submit-form.tsx';
import { TextField } from '../ui/text-field.tsx';

export type Receiver = Pick<OutputOf<'Users/AddressAny'>, 'nickname' | 'avatar'>;

/** Targets of earlier transfers that were sent with the name they had, newest first, each once. */
function useEarlierTargets(): { address: string; name: string }[] {
  const { data } = useCall('Wallet/Transfers', { pageSize: 50 });
  const sent = data?.list.filter((record) => record.type === 'out') ?? [];
  const names = new Map(sent.toReversed().map((record) => [record.address, record.description]));
  return [...new Set(sent.map((record) => record.address))]
    .slice(0, 5)
    .map((address) => ({ address, name: names.get(address) ?? '' }));
}

/** A target that cannot be one: too short, or a code whose check character does not fit (a typo). */
function isPlausible(target: string): boolean {
  return isAddressTarget(target) || isInviteCode(normaliseInviteCode(target));
}

type Props = {
  target: string;
  onTarget: (target: string) => void;
  onNext: (receiver: Receiver) => void;
};

/** First step: to whom. The typo is caught here, and the receiver is looked up before any amount is typed. */
export function TargetStep({ target, onTarget, onNext }: Props) {
  const t = useTexts('transfer');
  const app = useTexts('app');
  const earlier = useEarlierTargets();
  const [error, setError] = useState<string>();
  const alike = earlier.find((known) => looksLike(target, known.address))?.address;

  async function next(): Promise<void> {
    setError(undefined);
    try {
      const found = await call('Users/AddressAny', { target });
      if (!found.member) setError(t('noMember'));
      else if (found.self) setError(t('toSelf'));
      else onNext(found);
    } catch (failure) {
      setError(errorText(failure));
    }
  }

  return (
    <>
      <SubmitForm submitLabel={app('next')} missing={disabledReason()} onSubmit={next}>
        <TextField
          label={t('targetLabel')}
          hint={t('targetHint')}
          error={error}
          value={target}
          onChange={(text) => {
            setError(undefined);
            onTarget(text);
          }}
          autoCapitalize="characters"
          autoComplete="off"
          spellCheck={false}
          maxLength={64}
          focusFirst
        />
        {alike !== undefined && (
          <Notice tone="warn" title={t('alikeTitle')} live>
            {t('alikeText', { known: alike })}
          </Notice>
        )}
      </SubmitForm>
      {earlier.length > 0 && (
        <>
          <SectionTitle>{t('earlier')}</SectionTitle>
          <List label={t('earlier')}>
            {earlier.map((known) => (
              <ListRow
                key={known.address}
                title={known.name}
                subtitle={known.address}
                onPress={() => onTarget(known.address)}
              />
            ))}
          </List>
        </>
      )}
    </>
  );

  function disabledReason(): string | undefined {
    if (target.trim() === '') return t('enterTarget');
    if (isPlausible(target)) return undefined;
    const code = normaliseInviteCode(target);
    return code.length === 6 ? t('badTarget') : t('shortTarget');
  }
}
