import { z } from 'zod';
import { defineCall, member, open, operator } from '../kit/call.ts';
import { definePush } from '../kit/push.ts';
import { amountOut, chainAddress, nothing, timeOut, txHash } from '../kit/schema.ts';
import { nodeTypes } from './rules.ts';

const nodeType = z.enum(nodeTypes);

export const nodeTypesCall = defineCall({
  path: 'Node/Types',
  summary:
    'The kinds of community nodes: how many, how many are subscribed, price, window, EQUITY and weight.',
  access: open,
  answer: 'list',
  input: nothing,
  output: z.object({
    type: nodeType,
    total: z.number().int(),
    subscribed: z.number().int(),
    /** USDT. */
    price: amountOut,
    /** Sold from then on, and before `ends`, by the chain’s clock; null: no window is set. */
    starts: timeOut.nullable(),
    ends: timeOut.nullable(),
    /** EQUITY that it gives, once. */
    equity: amountOut,
    /** How much it weighs in the weekly dividend. */
    weight: z.number().int(),
    /** Gold only: sold to who has a permit. */
    private: z.boolean(),
    /** Subscribing is paused by the guard. */
    paused: z.boolean(),
    /** The chain’s clock when this was read, and the server’s own business clock now. */
    asof: timeOut,
    now: timeOut,
  }),
});

export const nodeMine = defineCall({
  path: 'Node/Mine',
  summary: 'The medal that one holds, or null.',
  access: member,
  answer: 'data',
  input: nothing,
  output: z
    .object({
      type: nodeType,
      tokenid: z.number().int(),
      /** The transaction by which it came: the subscription, or the transfer. */
      hash: txHash,
      time: timeOut,
      /** Dividends that one ever got, by coin; the first is USDT where there is any of it. */
      dividends: z.array(z.object({ coinid: z.string(), amount: amountOut })),
      /** EQUITY that it gave, to whoever subscribed. */
      equity: amountOut,
      /** Subscribed by oneself, not received from somebody else. */
      bought: z.boolean(),
    })
    .nullable(),
});

export const nodeAllow = defineCall({
  path: 'Node/Allow',
  summary: 'Whether one’s wallet may subscribe a gold node, and the permit to do it with.',
  access: member,
  answer: 'data',
  input: nothing,
  output: z.object({
    /** `listed`: two operators agreed, the signature is on its way. */
    state: z.enum(['nowallet', 'none', 'listed', 'signed', 'expired']),
    address: chainAddress.nullable(),
    /** Chain and contract that the permit is bound to. */
    chainid: z.number().int(),
    contract: chainAddress.nullable(),
    deadline: timeOut.nullable(),
    signature: z.string().nullable(),
  }),
});

export const adminGoldPermits = defineCall({
  path: 'Admin/GoldPermits',
  summary: 'Permits for gold nodes, newest first: whose, until when, who agreed, signed or used.',
  access: operator('finance', 'admin'),
  answer: 'list',
  input: nothing,
  output: z.object({
    id: z.string(),
    address: chainAddress,
    userid: z.string().nullable(),
    nickname: z.string().nullable(),
    deadline: timeOut,
    made: timeOut,
    maker: z.string(),
    checker: z.string(),
    state: z.enum(['listed', 'signed', 'used', 'expired']),
    tokenid: z.number().int().nullable(),
  }),
});

export const nodeMedalMoved = definePush({
  push: 'node.medal',
  summary: 'A medal of one’s own is final on the chain: subscribed, received or given away.',
  to: 'member',
  data: z.strictObject({ tokenid: z.number().int(), type: nodeType, held: z.boolean(), hash: txHash }),
});

export const nodePermitMoved = definePush({
  push: 'node.permit',
  summary: 'One’s permit for a gold node was listed or signed.',
  to: 'member',
  data: z.strictObject({ state: z.enum(['listed', 'signed']) }),
});

export const nodeSales = definePush({
  push: 'node.sales',
  summary: 'How many nodes of each kind are subscribed.',
  to: 'everyone',
  data: z.strictObject({
    list: z.array(z.strictObject({ type: nodeType, subscribed: z.number().int(), total: z.number().int() })),
  }),
});
