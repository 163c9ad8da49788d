-- The settler asks every few seconds which held bonuses are due, no longer for all that are held.
drop index activity_bonus_held;
create index activity_bonus_held on activity_bonus (due_at, id) where status = 'held';
