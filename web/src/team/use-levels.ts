import { settingIn } from '@openmere/core/setting/define.ts';
import {
  teamLevel1,
  teamLevel2,
  teamLevel3,
  teamLevel4,
  teamLevel5,
  teamLevel6,
} from '@openmere/core/setting/team.ts';
import { useSettings } from '../setting/use-setting.ts';

const levels = [teamLevel1, teamLevel2, teamLevel3, teamLevel4, teamLevel5, teamLevel6];

/** From how much in the small region on a member is V1 … V6; undefined while loading. */
export function useLevels(): readonly bigint[] | undefined {
  const rows = useSettings().data?.list;
  return rows && levels.map((level) => settingIn(rows, level));
}
