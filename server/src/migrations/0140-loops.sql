-- Whether the loops of the house still succeed (rulebook §0.5): `/index`, the console's health, metrics and alarms read it.
-- Written by whoever runs a loop (indexer, settler, signer), read by api and settler. A migration that renames a job
-- removes its row.
alter table job_run
  -- Since when the loop is known: what never succeeded is as old as this.
  add column since timestamptz not null default now(),
  -- So long after its last success it is too late; null: not run since this column came.
  add column late_after_ms integer check (late_after_ms > 0);
