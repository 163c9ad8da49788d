import { rewardReferralOffCountries } from '@openmere/core/setting/reward.ts';
import { useSetting } from '../setting/use-setting.ts';
import { useMember } from './use-member.ts';

/** Whether the member's country has referral rewards switched off; no while nothing is known of either. */
export function useReferralOff(): boolean {
  const off = useSetting(rewardReferralOffCountries);
  return off.includes(useMember()?.country ?? '');
}
