import { isInviteCode, normaliseInviteCode } from '@openmere/core/auth/invite-code.ts';
import { agreementVersions } from '@openmere/core/setting/account.ts';
import { useCallback, useMemo, useState } from 'react';
import { CallRefused } from '../../platform/api-client.ts';
import { useCall } from '../../platform/query.ts';
import { keptInviteCode } from '../../platform/storage.ts';
import { useSetting } from '../../setting/use-setting.ts';

export type Registrant = {
  /** As typed. */
  invite: string;
  setInvite: (text: string) => void;
  /** As the server stores it; undefined while it cannot be a code. */
  code: string | undefined;
  country: string | undefined;
  setCountry: (country: string) => void;
  /** The versions that were ticked; none: "". */
  agreed: string;
  setAgreed: (ticked: boolean) => void;
  /** What is still missing, as a text key; undefined when it can be sent. */
  missing: 'inviteNeeded' | 'inviteTypo' | 'inviterInactive' | 'countryNeeded' | 'agreeNeeded' | undefined;
  /** For the call. */
  values: { invitecode: string; country: string; agreements: string } | undefined;
};

/** The code of an invitation as typed, if its check character agrees (rulebook §1). */
export function typedInviteCode(text: string): string | undefined {
  const code = normaliseInviteCode(text);
  return isInviteCode(code) ? code : undefined;
}

/** Why a code that is whole cannot be used, as its preview says. What could not be looked up is the last call's to refuse. */
function useBadInvite(code: string | undefined): 'inviteTypo' | 'inviterInactive' | undefined {
  const { data, error } = useCall(
    'Users/Inviter',
    { invitecode: code ?? '' },
    { enabled: code !== undefined },
  );
  if (error instanceof CallRefused && error.reason === 'auth.badinvite') return 'inviteTypo';
  return data?.activated === false ? 'inviterInactive' : undefined;
}

/** The part of a registration that every way shares: invitation code (from the link's cookie), country, agreements. `start` and `startAgreed` are what was entered before an interruption. What is sent are the versions that were ticked: of others that were published since the server says so. */
export function useRegistrant(
  start: { invite?: string; country?: string } = {},
  startAgreed = '',
): Registrant {
  const [invite, setInvite] = useState(() => start.invite || (keptInviteCode() ?? ''));
  const [country, setCountry] = useState(() => start.country || undefined);
  const [agreed, setAgreed] = useState(startAgreed);
  const published = useSetting(agreementVersions);
  const tick = useCallback((ticked: boolean) => setAgreed(ticked ? published : ''), [published]);
  const code = typedInviteCode(invite);
  const missing =
    useBadInvite(code) ??
    (invite.trim() === ''
      ? 'inviteNeeded'
      : code === undefined
        ? 'inviteTypo'
        : country === undefined
          ? 'countryNeeded'
          : agreed === ''
            ? 'agreeNeeded'
            : undefined);
  const values = useMemo(
    () =>
      missing === undefined && code !== undefined && country !== undefined
        ? { invitecode: code, country, agreements: agreed }
        : undefined,
    [missing, code, country, agreed],
  );
  return { invite, setInvite, code, country, setCountry, agreed, setAgreed: tick, missing, values };
}
