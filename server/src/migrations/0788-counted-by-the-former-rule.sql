-- The former rule counted a change of liquidity whole in its week's leadership pool. In the last week that was decided by it, such changes
-- are taken as of that week's Monday (day 4 was a Monday), so that none has a rest that would count again in the next week (decision 0295).
-- A week that is opened and not written is decided by the new rule; weeks before the last one are not read any more.
update performance_day p set amount_ms = -p.amount * 86400000 * ((p.day + 3) % 7)
  from (select max(period) as monday from reward_settlement where pool = 'leadership' and step <> 'opened') w
 where p.kind = 'liquidity' and p.amount_ms = 0 and p.day between w.monday and w.monday + 6;
