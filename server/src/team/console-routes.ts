import { adminTeam, adminTeamLegs } from '@openmere/core/team/console-contract.ts';
import { serveTx } from '../platform/http/serve.ts';
import type { Api } from '../platform/http/serve.ts';
import { showGenealogy, showLegsOf } from './show-genealogy.ts';

export function teamConsoleRoutes(api: Api): void {
  serveTx(api, adminTeam, showGenealogy);
  serveTx(api, adminTeamLegs, showLegsOf);
}
