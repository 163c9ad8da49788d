import { z } from 'zod';
import { defineCall, member } from '../kit/call.ts';
import { definePush } from '../kit/push.ts';
import { amountOut, inviteCode, nothing, pages, searchText, timeOut, wholeNumber } from '../kit/schema.ts';
import { LEG_PAGES } from './rules.ts';

const level = z.number().int().min(0).max(6);
const count = z.number().int();
/** A UTC day, `2026-05-04`. */
const dayOut = z.iso.date();

export const teamTotal = defineCall({
  path: 'Users/teamtotal',
  summary:
    'Figures of the member’s team, the member left out: performance, large and small region, activated members, today’s, the highest level in it.',
  access: member,
  answer: 'data',
  input: nothing,
  output: z.object({
    total: amountOut,
    large: amountOut,
    small: amountOut,
    members: count,
    newtoday: count,
    performancetoday: amountOut,
    highestlevel: level,
    level,
  }),
});

/** A direct with everybody below them, as their inviter sees it. */
const leg = z.object({
  id: inviteCode,
  nickname: z.string(),
  avatar: z.string(),
  level,
  activated: z.boolean(),
  /** Performance of the whole leg, the direct's own included. */
  performance: amountOut,
  performancetoday: amountOut,
  /** How many are in it, the direct included. */
  members: count,
  large: z.boolean(),
});

export const teamSeries = defineCall({
  path: 'Users/Tdmf',
  summary:
    'The team by day (oldest first, days without anything included) and by leg (most performance first).',
  access: member,
  answer: 'data',
  input: z.strictObject({
    days: z
      .union([z.number().int(), z.string().regex(/^\d{1,2}$/)])
      .transform(Number)
      .pipe(z.number().int().min(1).max(90))
      .optional(),
    /** Of the legs. */
    page: wholeNumber(1, LEG_PAGES).optional(),
  }),
  output: z.object({
    days: z.array(z.object({ day: dayOut, performance: amountOut, newmembers: count })),
    legs: z.array(leg),
    /** Directs that are activated and come after those (2,500 are counted at most), with their performance. */
    more: z.object({ legs: count, performance: amountOut }),
  }),
});

const nodeType = z.enum(['genesis', 'gold', 'diamond']);

export const nodeTeamTotal = defineCall({
  path: 'Users/nodeTeamTotal',
  summary:
    'Community nodes that the member’s team holds now, by kind, the member left out; and who holds them, masked.',
  access: member,
  answer: 'data',
  input: nothing,
  output: z.object({
    genesis: count,
    gold: count,
    diamond: count,
    /** Of the 100 who joined first. */
    nodes: z.array(z.object({ id: inviteCode, nickname: z.string(), avatar: z.string(), type: nodeType })),
  }),
});

const teamPage = z.object({
  name: z.string(),
  notice: z.string(),
  avatar: z.string(),
  changed: timeOut.nullable(),
});

export const captainInfo = defineCall({
  path: 'Users/CaptainInfo',
  summary:
    'The page of the team that the member belongs to, and one’s own where one is a captain (V1 or above).',
  access: member,
  answer: 'data',
  input: nothing,
  output: z.object({
    level,
    /** The page that one edits; null below V1. */
    own: teamPage.nullable(),
    /** Of the nearest captain above, masked; null where there is none. */
    captain: teamPage.extend({ nickname: z.string(), level }).nullable(),
  }),
});

export const captainUsers = defineCall({
  path: 'Users/CaptainUsers',
  summary:
    'A captain’s downline: the directs of oneself or of `under` (an invitation code in the downline), newest first; or who is meant exactly by `search` (nickname, invitation code, wallet). Names and contact data are masked.',
  access: member,
  answer: 'list',
  input: z.strictObject({ ...pages, search: searchText.optional(), under: inviteCode.optional() }),
  output: leg.omit({ large: true }).extend({
    /** 1: one's own direct. */
    generation: count,
    registered: timeOut,
    own: amountOut,
    email: z.string(),
    phone: z.string(),
    directs: count,
  }),
  errors: ['team.notcaptain', 'team.notinteam'],
});

/** Bounded far above what the rule allows, so that the rule's own refusal is the one that is read. */
const typedText = z.string().max(2000);

export const captainEdit = defineCall({
  path: 'Users/CaptainEdit',
  summary:
    'Sets a team’s name, notice and picture (an uploaded one’s address); what is left out stays, what `clear` names becomes empty. V1 or above.',
  access: member,
  transport: 'body',
  answer: 'data',
  input: z.strictObject({
    name: typedText.optional(),
    notice: typedText.optional(),
    avatar: z.string().max(200).optional(),
    clear: z
      .array(z.enum(['name', 'notice', 'avatar']))
      .max(3)
      .optional(),
  }),
  output: teamPage,
  errors: ['team.notcaptain', 'team.badname', 'team.badnotice', 'team.badavatar'],
});

export const teamMoved = definePush({
  push: 'notice.team',
  summary: 'Figures of the member’s team have changed.',
  to: 'member',
  data: z.strictObject({}),
});
