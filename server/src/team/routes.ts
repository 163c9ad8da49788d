import {
  captainEdit,
  captainInfo,
  captainUsers,
  nodeTeamTotal,
  teamSeries,
  teamTotal,
} from '@openmere/core/team/contract.ts';
import { serveTx } from '../platform/http/serve.ts';
import type { Api } from '../platform/http/serve.ts';
import { editCaptain, listDownline, showCaptain } from './captain.ts';
import { countTeamNodes } from './count-nodes.ts';
import { showSeries, showTotal } from './show-team.ts';

export function teamRoutes(api: Api): void {
  serveTx(api, teamTotal, showTotal);
  serveTx(api, teamSeries, showSeries);
  serveTx(api, nodeTeamTotal, countTeamNodes);
  serveTx(api, captainInfo, showCaptain);
  serveTx(api, captainUsers, listDownline);
  serveTx(api, captainEdit, editCaptain);
}
