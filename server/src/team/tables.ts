import type { UseKind } from '@openmere/core/team/rules.ts';
import type { Generated, Selectable } from 'kysely';

/** Days are whole ones since 1970, UTC; amounts USDT base units. */
export type PerformanceDayTable = {
  member_id: string;
  day: number;
  kind: UseKind;
  amount: bigint;
  /** Of liquidity: each change × the milliseconds of the day before it. */
  amount_ms: Generated<bigint>;
};

export type TeamChangeTable = {
  id: Generated<bigint>;
  member_id: string;
  day: number | null;
  amount: Generated<bigint>;
};

export type TeamFigureTable = {
  member_id: string;
  inviter_id: string | null;
  own: bigint;
  total: bigint;
  large: bigint;
  leg: bigint;
  members: number;
  highest: number;
};

export type TeamDayTable = {
  member_id: string;
  day: number;
  amount: bigint;
  own: bigint;
  new_members: number;
};

export type TeamPageTable = {
  member_id: string;
  name: Generated<string>;
  notice: Generated<string>;
  avatar: Generated<string>;
  changed_at: Date;
};

declare module '../platform/db/schema.ts' {
  interface Schema {
    performance_day: PerformanceDayTable;
    team_change: TeamChangeTable;
    team_figure: TeamFigureTable;
    team_day: TeamDayTable;
    team_page: TeamPageTable;
    team_round: { one: Generated<boolean>; round: bigint };
  }
}

export type TeamFigure = Selectable<TeamFigureTable>;
export type TeamPage = Selectable<TeamPageTable>;
