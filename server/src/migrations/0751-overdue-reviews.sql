-- The people on call also hear of a withdrawal that nobody decided in time, each once.
alter table alarm_told drop constraint alarm_told_kind_check;
alter table alarm_told add constraint alarm_told_kind_check check (kind in ('halt', 'contracts', 'reserve', 'review'));
