import { z } from 'zod';
import { defineCall, operator } from '../kit/call.ts';
import { amountOut, idText, paging, timeOut } from '../kit/schema.ts';

const person = z.object({ userid: z.string(), nickname: z.string() });
const count = z.number().int();

const teamMember = person.extend({
  code: z.string(),
  level: count,
  activated: timeOut.nullable(),
  /** Performance: the member's own, the team's, and both together as a leg of the inviter. */
  own: amountOut,
  total: amountOut,
  leg: amountOut,
  today: amountOut,
  members: count,
});

export const adminTeam = defineCall({
  path: 'Admin/Team',
  summary:
    'Where a member stands among inviters, and the figures of their team; without an id the first member.',
  access: operator('support', 'risk', 'finance', 'admin'),
  answer: 'data',
  input: z.strictObject({ id: idText.optional() }),
  output: z.object({
    member: teamMember,
    large: amountOut,
    small: amountOut,
    highest: count,
    /** Inviters, the nearest first; cut where the line is longer. */
    line: z.array(person),
    linecut: z.boolean(),
    /** Directs, and how many of them are not activated. */
    /** 2,500 stands for as many or more. */
    directs: count,
    /** Of those, who is not activated. */
    waiting: count,
  }),
  errors: ['operator.nomember'],
});

export const adminTeamLegs = defineCall({
  path: 'Admin/TeamLegs',
  summary: 'The activated directs of a member (without an id of the first one), most performance first.',
  access: operator('support', 'risk', 'finance', 'admin'),
  answer: 'list',
  input: z.strictObject({ id: idText.optional(), ...paging }),
  output: teamMember,
  errors: ['operator.nomember'],
});
