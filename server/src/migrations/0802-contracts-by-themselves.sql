-- What gives each contract a place of its own in the chain (decision 0315): those that are known by now have been read as their handler was.
insert into chain_handler (chain_id, handler, next_block, since)
select h.chain_id, h.handler || ' ' || lower(c.value), h.next_block, h.since
  from chain_handler h, config, json_each_text(config.val::json) c
 where h.handler in ('governance', 'contract-paused') and config.idx = 'chain.contracts'
on conflict do nothing;
insert into chain_handler (chain_id, handler, next_block, since)
select distinct h.chain_id, h.handler || ' ' || lower(g.object), h.next_block, h.since
  from chain_handler h join governance_event g on g.chain_id = h.chain_id
 where h.handler = 'governance' and g.event = 'RoleGranted' and g.subject = '0x' || repeat('0', 64)
on conflict do nothing;
