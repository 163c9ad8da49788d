import { isInviteCode, normaliseInviteCode } from '@openmere/core/auth/invite-code.ts';
import type { OutputOf } from '@openmere/core/calls.ts';
import { isAddressTarget, normaliseTarget } from '@openmere/core/transfer/rules.ts';
import { useState } from 'react';
import { PASTED_MAX } from '../parts/pasted.ts';
import { call } from '../platform/api-client.ts';
import { errorText } from '../platform/error-text.ts';
import { fromHere } from '../platform/history.ts';
import { useTexts } from '../platform/i18n.ts';
import { keepAnswer } from '../platform/keep-answer.ts';
import { IconButton } from '../ui/icon-button.tsx';
import { IconCopy, IconEdit, IconQr, IconScan } from '../ui/icon/act.tsx';
import { List, ListRow } from '../ui/list.tsx';
import { SectionTitle } from '../ui/section-title.tsx';
import { SubmitForm } from '../ui/submit-form.tsx';
import { TextField } from '../ui/text-field.tsx';
import { ContactSheet } from './contact-sheet.tsx';
import { LookAlike, useLookAlike } from './look-alike.tsx';
import { canScan } from './read-code.ts';
import { parseRequest } from './request-link.ts';
import type { MoneyRequest } from './request-link.ts';
import { ScanSheet } from './scan-sheet.tsx';
import { useKnownTargets } from './use-contacts.ts';
import type { KnownTarget } from './use-contacts.ts';

export type Receiver = Pick<OutputOf<'Users/AddressAny'>, 'nickname' | 'avatar' | 'joined'>;

/** A target that cannot be one: too short, or a code whose check character does not fit (a typo). */
function isPlausible(target: string): boolean {
  return isAddressTarget(target) || isInviteCode(normaliseInviteCode(target));
}

type Props = {
  target: string;
  /** What was typed, pasted, scanned or chosen: a target, with amount and note when a request brings them. */
  onFill: (request: Partial<MoneyRequest>) => void;
  onNext: () => void;
};

/** Saved contacts, with the way to rename them, then who was paid lately. */
function KnownTargets({ onChoose }: { onChoose: (target: string) => void }) {
  const t = useTexts('transfer');
  const { saved, recent } = useKnownTargets();
  const [edited, setEdited] = useState<KnownTarget>();
  const rows = (list: readonly KnownTarget[], label: string) =>
    list.length > 0 && (
      <>
        <SectionTitle>{label}</SectionTitle>
        <List label={label}>
          {list.map((known) => (
            <ListRow
              key={known.target}
              title={known.name}
              subtitle={known.target}
              onPress={() => onChoose(known.target)}
              action={
                <IconButton
                  label={t(known.saved ? 'contactEditOf' : 'contactSaveOf', { name: known.name })}
                  icon={<IconEdit size={20} />}
                  onPress={() => setEdited(known)}
                />
              }
            />
          ))}
        </List>
      </>
    );
  return (
    <>
      {rows(saved, t('contacts'))}
      {rows(recent, t('earlier'))}
      <ContactSheet known={edited} onClose={() => setEdited(undefined)} />
    </>
  );
}

/** Fills the target by the clipboard or the camera, where the browser lets it. */
function FillButtons({ onText }: { onText: (text: string) => boolean }) {
  const t = useTexts('transfer');
  const [scanning, setScanning] = useState(false);
  async function paste(): Promise<void> {
    try {
      onText(await navigator.clipboard.readText());
    } catch {
      onText(''); // not allowed: the field says that nothing usable was there
    }
  }
  return (
    <>
      {typeof navigator.clipboard?.readText === 'function' && (
        <IconButton label={t('paste')} icon={<IconCopy size={20} />} onPress={paste} />
      )}
      {canScan() && (
        <IconButton label={t('scanTitle')} icon={<IconScan size={20} />} onPress={() => setScanning(true)} />
      )}
      <ScanSheet
        open={scanning}
        onClose={() => setScanning(false)}
        onText={(text) => {
          const used = onText(text);
          if (used) setScanning(false);
          return used;
        }}
      />
    </>
  );
}

/** First step: to whom. The typo is caught here, and the receiver is looked up before any amount is typed. */
export function TargetStep({ target, onFill, onNext }: Props) {
  const t = useTexts('transfer');
  const [error, setError] = useState<string>();
  const alike = useLookAlike(target);

  async function next(): Promise<void> {
    setError(undefined);
    const here = fromHere();
    try {
      const input = { target: normaliseTarget(target) };
      const found = await call('Users/AddressAny', input);
      if (!found.member) setError(t('noMember'));
      else if (found.self) setError(t('toSelf'));
      else if (found.kind === 'wallet') setError(t('toWallet'));
      else {
        keepAnswer('Users/AddressAny', input, found);
        here(onNext);
      }
    } catch (failure) {
      setError(errorText(failure));
    }
  }

  function fill(text: string): boolean {
    const request = parseRequest(text);
    setError(request ? undefined : t('nothingUsable'));
    if (request) onFill(request);
    return request !== undefined;
  }

  return (
    <>
      <SubmitForm submitLabel={t('next')} missing={disabledReason()} onSubmit={next}>
        <TextField
          label={t('targetLabel')}
          hint={t('targetHint')}
          error={error}
          value={target}
          onChange={(text) => {
            // Only a link has a colon: it was pasted. One of no use stays to be seen.
            if (!text.includes(':')) setError(undefined);
            else if (fill(text)) return;
            onFill({ target: text });
          }}
          autoCapitalize="characters"
          autoComplete="off"
          spellCheck={false}
          maxLength={PASTED_MAX}
          trailing={<FillButtons onText={fill} />}
          focusFirst
        />
        {alike && <LookAlike known={alike} target={target} />}
      </SubmitForm>
      <KnownTargets
        onChoose={(chosen) => {
          setError(undefined);
          onFill({ target: chosen });
        }}
      />
      <List label={t('request')}>
        <ListRow
          leading={<IconQr />}
          title={t('request')}
          subtitle={t('requestText')}
          href="#/pages/wallet/transfer/request/request"
        />
      </List>
    </>
  );

  function disabledReason(): string | undefined {
    if (target.trim() === '') return t('enterTarget');
    if (isPlausible(target)) return undefined;
    const code = normaliseInviteCode(target);
    return code.length === 6 ? t('badTarget') : t('shortTarget');
  }
}
