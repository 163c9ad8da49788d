-- Bonuses can be switched off by country (threats R3): a bonus that is refused for it says so.
alter table activity_bonus drop constraint activity_bonus_reason_check;
alter table activity_bonus add constraint activity_bonus_reason_check
  check (reason in ('exitonly', 'country', 'family', 'device', 'payer', 'full', 'notkept'));
