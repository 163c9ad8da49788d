-- Who may what: one row for each table, one column for each process. Runs as owner after the migrations whenever they or this file
-- changed (platform/db/migrate.ts), and compares nothing with what was there before: what is not written here is taken away.
--   s select · i insert · u update · d delete · - nothing · u(a, b) update of these columns only
-- api, indexer and settler get their part of what the migrations granted to openmere_app: a column that it may not update is not
-- theirs either. signer and readonly keep what the migrations granted to them, as far as it stands here. A table without a row is
-- nobody's, and `npm run check` says so; it also says which right a process lacks or does not use. Logins may not take another
-- role. The installation (first member, operators, settings) and the migrations run as owner; openmere_backup reads everything.
create temporary table wanted (
  name text primary key, api text not null, indexer text not null, settler text not null, signer text not null, readonly text not null
) on commit drop;
insert into wanted (name, api, indexer, settler, signer, readonly) values
  ('activity_bonus',         's u(kept, kept_through)', '-', 'siu',  '-',   's'),
  ('activity_round',         's',    '-',                 'siu',  '-',   's'),
  ('after_sale',              'siu', '-', 'su', '-', '-'),
  ('agreement_acceptance',   'si',   '-',                 '-',    '-',   '-'),
  ('agreement_draft',        'sid',  '-',                 '-',    '-',   '-'),
  ('agreement_text',         'si',   '-',                 '-',    '-',   '-'),
  ('agreement_version',      'si',   '-',                 '-',    '-',   '-'),
  ('alarm_told',             '-',    '-',                 'si',   '-',   '-'),
  ('audit_head',             '-',    '-',                 '-',    '-',   's'),
  ('audit_log',              'si',   '-',                 '-',    '-',   's'),
  ('auth_attempt',           'siud', '-',                 'sd',   '-',   '-'),
  ('auth_browser',           'siud', '-',                 'sd',   '-',   '-'),
  ('auth_code',              'siu',  '-',                 'sd',   '-',   '-'),
  ('auth_code_asker',        'siu',  '-',                 '-',    '-',   '-'),
  ('auth_code_look',         'siu',  '-',                 'sd',   '-',   '-'),
  ('auth_code_mail',         'si',   '-',                 'sd',   '-',   '-'),
  ('auth_freeze',            'siu',  '-',                 '-',    '-',   '-'),
  ('auth_freeze_link',       'si',   '-',                 'sd',   '-',   '-'),
  ('auth_pot',               'siu',  '-',                 'sd',   '-',   '-'),
  ('auth_session',           'siu',  '-',                 'sd',   '-',   '-'),
  ('average_hour',           's',    'siu',               's',    '-',   's'),
  ('buy_back',               'si',   'su',                'su',   'su',  's'),
  ('business_clock',         's u(offset_ms, target_ms)', '-', '-', '-', 's'),
  ('candle',                 's',    'siu',               's',    '-',   's'),
  ('cart_line',               'siud', '-', 'sd', '-', '-'),
  ('chain_checkpoint',       '-',    'sid',               '-',    '-',   's'),
  ('chain_cursor',           's',    'siu',               's',    '-',   's'),
  ('chain_fork',             'su',   'siu',               's',    '-',   's'),
  ('chain_handler',          's',    'siu',               's',    '-',   's'),
  ('chain_log',              '-',    'si',                '-',    '-',   's'),
  ('chain_orphan',           'su',   'siu',               's',    '-',   's'),
  ('chain_rescan',           '-',    'siu',               'si',   '-',   's'),
  ('cold_address',           '-',    'si',                'i',    '-',   's'),
  ('config',                 'siu',  's',                 's',    's',   's'),
  ('config_history',         's',    '-',                 '-',    '-',   's'),
  ('contract_pause',         's u(reason)', 'siu',        '-',    '-',   's'),
  ('deposit',                's u(status)', 'siu',         's',    's',   's'),
  ('deposit_address',        'si',   's',                 's',    '-',   's'),
  ('deposit_holding',        '-',    'siu',               's u(touched)','-',   's'),
  ('deposit_sweep',          '-',    '-',                 'siu',  '-',   's'),
  ('email_binding',          'siud', '-',                 '-',    '-',   '-'),
  ('equity_day',             's',    'siu',               's',    '-',   's'),
  ('equity_grant',           '-',    '-',                 'si',   '-',   's'),
  ('equity_holder',          's',    'si',                'si',   '-',   's'),
  ('equity_person',          's',    'siu',               'siu',  '-',   's'),
  ('equity_stake',           's',    'siu',               'su',   '-',   's'),
  ('feedback',               'si u(read_by, read_at)', '-', '-', '-', 's'),
  ('factor_reset',           'siud', '-',                 'sd',   '-',   '-'),
  ('fiat_bank',              'siu',  '-',                 '-',    '-',   's'),
  ('fiat_credit',            'si',   '-',                 's',    '-',   's'),
  ('fiat_currency',          'si',   '-',                 '-',    '-',   's'),
  ('fiat_import',            'i',    '-',                 '-',    '-',   's'),
  ('fiat_line',              'siu',  '-',                 'su',   '-',   '-'),
  ('fiat_loss',              'si',   '-',                 's',    '-',   's'),
  ('fiat_order',             'siu',  '-',                 'su',   '-',   '-'),
  ('fiat_rate',              'si',   '-',                 's',    '-',   's'),
  ('fiat_takenback',         'si',   '-',                 's',    '-',   '-'),
  ('geo_refusal',            'si',   '-',                 '-',    '-',   '-'),
  ('geocode_turn',           'su',   '-',                 '-',    '-',   '-'),
  ('goods',                  'siu',  '-',                 'su',    '-',   's'),
  ('goods_listing',          'siud', '-',                 'siud',    '-',   's'),
  ('goods_sku',              'siu',  '-',                 'su',    '-',   's'),
  ('goods_text',             'siud', '-',                 '-',    '-',   's'),
  ('goods_collect',          'sid',  '-',                 '-',    '-',   's'),
  ('goods_comment',          'siu',  '-',                 '-',    '-',   's'),
  ('goods_search',           'siu',  '-',                 '-',    '-',   's'),
  ('goods_type',             'siud', '-',                 'su',    '-',   's'),
  ('governance_event',       's',    'si',                's',    '-',   's'),
  ('identity_check',         'siud', '-',                 'sud u(number, birth, wiped_at)', '-', '-'),
  ('installation',           '-',    '-',                 '-',    '-',   '-'),
  ('job_run',                's',    'siu',               'siu',  'siu', 's'),
  ('key_wallet',             'si',   '-',                 '-',    '-',   '-'),
  ('login_record',           'sid',  '-',                 'sd',   '-',   '-'),
  ('ledger_verification',    '-',    '-',                 'su',   '-',   's'),
  ('ledger_verification_account', '-', '-',               'siud', '-',   '-'),
  ('ledger_verification_hold', '-',  '-',                 'siud', '-',   '-'),
  ('ledger_verification_run', 'si',  '-',                 'siu',  '-',   's'),
  ('ledger.account',         's',    's',                 's',    's',   's'),
  ('ledger.batch',           's',    's',                 's',    's',   's'),
  ('ledger.halt',            's',    's',                 's',    's',   's'),
  ('ledger.journal',         's',    's',                 's',    's',   's'),
  ('ledger.kind',            's',    's',                 's',    's',   's'),
  ('ledger.lane',            '-',    '-',                 's',    '-',   's'),
  ('ledger.outbound_lock',   's',    's',                 's',    's',   's'),
  ('liquidity_hold',         's',    'sid',               's',    '-',   's'),
  ('liquidity_lift',         's',    'siu',               '-',    '-',   's'),
  ('liquidity_lock',         's',    'sid',               '-',    '-',   's'),
  ('liquidity_position',     's',    'siu',               '-',    '-',   's'),
  ('liquidity_record',        's', 'siud', 's', '-', 's'),
  ('login_password',         'siud', '-',                 '-',    '-',   '-'),
  ('lp_change',              '-',    'si',                '-',    '-',   's'),
  ('mail_outbox',            'si',   'i',                 'siud', '-',   '-'),
  ('mall_order',              'siu', '-', 'su', '-', '-'),
  ('market_version',         's',    '-',                 '-',    '-',   's'),
  ('member',                  'siu', 's u(activated_at)', 's u(vip_level)', 's', 's'),
  ('member_activation',      's',    'siud',              's',    '-',   's'),
  ('member_device',          'siu',  '-',                 '-',    '-',   '-'),
  ('migration',              's',    's',                 's',    's',   's'),
  ('node_holding',           's',    'siu',               's',    '-',   's'),
  ('node_medal',             's',    'si u(first_owner, tx_hash, block_number, subscribed_at, equity_at, equity_member, equity)', 's u(equity_at, equity_member, equity)', '-', 's'),
  ('node_permit',            'si',   '-',                 's u(announced_at)', 's u(signature, signed_at)',  's'),
  ('node_sale',              's',    '-',                 'siu',  '-',   's'),
  ('news_article',           'siu',  '-',                 'su',   '-',   '-'),
  ('news_read',              'sid',  '-',                 '-',    '-',   '-'),
  ('news_seen',              'siu',  '-',                 '-',    '-',   '-'),
  ('news_text',              'sid',  '-',                 '-',    '-',   '-'),
  ('notice',                 'siu',  'i',                 'siu',  '-',   '-'),
  ('notice_choice',          'siu',  '-',                 's',    '-',   '-'),
  ('open_burn',              '-',    'i',                 '-',    '-',   's'),
  ('operator',               's u(totp_step, password_hash, must_change)', '-', '-', '-', '-'),
  ('operator_session',       'siu',  '-',                 '-',    '-',   '-'),
  ('order_event',             'si', '-', 'si', '-', '-'),
  ('order_line',              'siu', '-', 's', '-', '-'),
  ('order_payment',           'si', '-', '-', '-', '-'),
  ('passkey',                'siud', '-',                 '-',    '-',   '-'),
  ('passkey_question',       'sid',  '-',                 'sd',   '-',   '-'),
  ('payable',                'sid',  '-',                 '-',    '-',   '-'),
  ('pay_password',           'siu',  '-',                 '-',    '-',   '-'),
  ('pay_password_history',   'si',   '-',                 '-',    '-',   '-'),
  ('payout',                 's',    's',                 's',    'si',  's'),
  ('payout_again',           'si',   '-',                 's',    's',   's'),
  ('payout_again_attempt',   's',    's',                 's',    'si',  's'),
  ('payout_attempt',         's',    's',                 's',    'si',  's'),
  ('payout_delivery',        's',    '-',                 'siu',  's',   's'),
  ('payout_hour',            '-',    '-',                 '-',    's',   's'),
  ('payout_look',            's',    '-',                 'si',   '-',   's'),
  ('payout_outcome',         's',    'si',                'si',   's',   's'),
  ('payout_void',            's',    '-',                 '-',    'si',  's'),
  ('performance_day',        'siu',  'siu',               'siu',    '-',   's'),
  ('pool_point',             's',    'siu',               '-',    '-',   's'),
  ('pool_state',             's',    'siu',               '-',    '-',   's'),
  ('minting_record',         's',    'siud',              'su',   '-',   's'),
  ('power_deduction',        'si',   '-',                 'si',   '-',   's'),
  ('power_lot',              'siu',  'si',                'siu',   '-',   's'),
  ('process_heartbeat',      'siu',  'siu',               'siu',  'siu', 's'),
  ('payment_proposal',       'siu',  '-',                 '-',    '-',   's'),
  ('proposal',               'siu',  '-',                 '-',    '-',   's'),
  ('recovery_code',          'siud', '-',                 '-',    '-',   '-'),
  ('push_message',           '-',    '-',                 'siud', '-',   '-'),
  ('push_subscription',      'sid',  '-',                 'sud',  '-',   '-'),
  ('reserve_alarm',          's',    '-',                 'siu',  '-',   's'),
  ('reserve_check',          's',    '-',                 'siu',  's',   's'),
  ('reserve_leaf',           's',    '-',                 'sid',  '-',   '-'),
  ('reserve_node',           's',    '-',                 'sid',  '-',   '-'),
  ('reserve_proof',          's',    '-',                 'si',   '-',   's'),
  ('reserve_proof_coin',     's',    '-',                 'i',    '-',   's'),
  ('reserve_publication',    's',    '-',                 'si',   '-',   's'),
  ('reserve_round',          '-',    '-',                 'siu',  '-',   's'),
  ('reward',                 's u(status, claim_id)', '-',   'sid',  '-',   's'),
  ('reward_claim',           'si',   '-',                 '-',    '-',   's'),
  ('reward_day_sum',         'siu',  '-',                 '-',    '-',   's'),
  ('reward_fee',             's',    '-',                 'si',   '-',   's'),
  ('reward_fee_cursor',      '-',    '-',                 'si',   '-',   's'),
  ('reward_flow',            's',    '-',                 'siu',  '-',   's'),
  ('reward_flow_cursor',     '-',    '-',                 'siu',  '-',   's'),
  ('reward_preview',         's',    '-',                 'siu',  '-',   's'),
  ('reward_settlement',      's',    '-',                 'siu',  '-',   's'),
  ('reward_settlement_sum',  's',    '-',                 'si',   '-',   's'),
  ('reward_summed',          'siu',  '-',                 '-',    '-',   's'),
  ('sanctioned_address',     's',    's',                 'sid',  's',   's'),
  ('sanctions_source',       's',    '-',                 'siu',  's',   's'),
  ('shop',                   'siu',    '-',                 's',    '-',   's'),
  ('shop_application',       'siu',    '-',                 '-',    '-',   's'),
  ('shop_import',            'si',   '-',                 '-',    '-',   's'),
  ('sealed_picture',         'siud', '-',                 'sd',    '-',   '-'),
  ('shipping_address',       'siud', '-',                 '-',    '-',   '-'),
  ('shop_request',           'si',   '-',                 '-',    '-',   's'),
  ('sub_account',            'si',   '-',                 '-',    '-',   's'),
  ('socket_message',         'si',   'i',                 'sid',  '-',   '-'),
  ('socket_sequence',        'siu',  'siu',               'siu',  '-',   '-'),
  ('socket_ticket',          'sid',  '-',                 'sd',   '-',   '-'),
  ('swap_seen',              's',    'siud',              '-',    '-',   's'),
  ('team_change',            'i',    'i',                 'sid',   '-',   's'),
  ('team_day',               's',    '-',                 'siu',  '-',   's'),
  ('team_figure',            's',    '-',                 'siu',  '-',   's'),
  ('team_page',              'siu',  '-',                 '-',    '-',   's'),
  ('team_power',             's',    '-',                 'siu',  '-',   's'),
  ('team_power_round',       '-',    '-',                 'su',   '-',   's'),
  ('team_round',             '-',    '-',                 'su',   '-',   's'),
  ('totp_secret',            'siud', '-',                 '-',    '-',   '-'),
  ('totp_start',             'siud', '-',                 'sd',   '-',   '-'),
  ('ticket',                 'siu',  '-',                 '-',    '-',   's'),
  ('ticket_message',         'si',   '-',                 '-',    '-',   's'),
  ('ticket_writing',         'sid',  '-',                 '-',    '-',   '-'),
  ('trade',                   's', 'siud', 's', '-', 's'),
  ('transfer_contact',       'siud', '-',                 '-',    '-',   '-'),
  ('unmatched_payment',      'su',   'si',                '-',    '-',   's'),
  ('upload',                 'si',   '-',                 '-',    '-',   's'),
  ('used_nonce',             'si',   '-',                 'sd',   '-',   '-'),
  ('wallet_nonce',           'sid u(asked)',       '-',                 'sd',   '-',   '-'),
  ('withdrawal',             'siu',  'su',                'su',   'su',  's'),
  ('withdrawal_approval',    'si',   '-',                 '-',    's',   's'),
  ('withdrawal_release',     'si',   '-',                 '-',    's',   's'),
  ('withdrawal_step',        's',    '-',                 's',    '-',   's');

create temporary table wanted_function (name text primary key, processes text[] not null) on commit drop;
insert into wanted_function (name, processes) values
  ('ledger.open_accounts',     '{api,indexer,settler}'),
  ('ledger.open_kinds',        '{api,indexer,settler}'),
  ('ledger.close_accounts',    '{api}'),
  ('ledger.post_group',        '{api,indexer,settler}'),
  ('ledger.set_outbound_lock', '{api}'),
  ('ledger.freeze_outbound',   '{api}'),
  ('ledger.thaw_outbound',     '{api}'),
  ('ledger.set_halt',          '{api,indexer,settler}'),
  ('ledger.end_halt',          '{api}'),
  ('ledger.may_be_negative',   '{api,indexer,settler,signer,readonly}'),
  ('ledger.row_text',          '{api,indexer,settler,signer,readonly}'),
  ('ledger.batch_hash',        '{api,indexer,settler,signer,readonly}'),
  ('ledger.rows_hash',         '{api,indexer,settler,signer,readonly}'),
  ('ledger.stored_rows_hash',  '{api,indexer,settler,signer,readonly}');

do $$
declare
  processes constant text[] := '{api,indexer,settler,signer,readonly}';
  verbs constant jsonb := '{"s": "select", "i": "insert", "u": "update", "d": "delete"}';
  process text; verb text; letter text; cell text; columns text; ceiling text; target record; fn record;
begin
  revoke all on all tables in schema public, ledger from public, openmere_api, openmere_indexer, openmere_settler, openmere_backup;
  revoke execute on all functions in schema ledger from public, openmere_api, openmere_indexer, openmere_settler;
  grant usage on schema public, ledger to openmere_api, openmere_indexer, openmere_settler, openmere_signer, openmere_readonly, openmere_backup;
  grant select on all tables in schema public, ledger to openmere_backup;
  grant select on all sequences in schema public, ledger to openmere_backup;

  for target in select w.*, to_regclass(w.name) as id from wanted w loop
    if target.id is null then
      raise exception 'rights.sql names % and there is no such table', target.name;
    end if;
    foreach process in array processes loop
      cell := to_jsonb(target) ->> process;
      ceiling := 'openmere_' || case when process in ('signer', 'readonly') then process else 'app' end;
      for letter, verb in select key, value #>> '{}' from jsonb_each(verbs) loop
        if position(letter in regexp_replace(cell, '\(.*\)', '')) = 0 then
          if process in ('signer', 'readonly') then
            execute format('revoke %s on %s from openmere_%s', verb, target.id, process);
          end if;
          continue;
        end if;
        columns := substring(cell from letter || '\(([a-z_, ]+)\)');
        if columns is null and not has_table_privilege(ceiling, target.id, verb) then
          if verb = 'delete' or not has_any_column_privilege(ceiling, target.id, verb) then
            raise exception 'rights.sql gives % % on %, and no migration grants it to %', process, verb, target.name, ceiling;
          end if;
          select string_agg(quote_ident(a.attname), ', ') into columns from pg_attribute a
           where a.attrelid = target.id and a.attnum > 0 and not a.attisdropped
             and has_column_privilege(ceiling, target.id, a.attnum, verb);
        end if;
        if process not in ('signer', 'readonly') then
          execute format('grant %s%s on %s to openmere_%s', verb, coalesce(' (' || columns || ')', ''), target.id, process);
        end if;
      end loop;
    end loop;
  end loop;

  -- A table that has no row yet: not the signer's, whatever a migration granted.
  for target in
    select c.oid::regclass as id from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where n.nspname in ('public', 'ledger') and c.relkind in ('r', 'p', 'v', 'm')
       and not exists (select from wanted w where to_regclass(w.name) = c.oid)
  loop
    execute format('revoke all on %s from openmere_signer, openmere_readonly', target.id);
  end loop;

  for fn in select p.oid::regprocedure as id, w.processes from pg_proc p join pg_namespace n on n.oid = p.pronamespace
              join wanted_function w on w.name = n.nspname || '.' || p.proname
  loop
    execute format('revoke execute on function %s from openmere_signer, openmere_readonly', fn.id);
    foreach process in array fn.processes loop
      execute format('grant execute on function %s to openmere_%s', fn.id, process);
    end loop;
  end loop;
end $$;
