-- A begun activity whose start is moved stays the same one, with its places: the end tells what is another one (0257).
alter table activity_round add column ends_at timestamptz;
