-- The pot of whoever proved nothing when they asked for a code is named for that; `strangers` said who they might be.
alter table auth_code drop constraint auth_code_pot_check;
alter table auth_code_mail drop constraint auth_code_mail_pot_check;
alter table auth_code_look drop constraint auth_code_look_pot_check;
update auth_code set pot = 'unproved' where pot = 'strangers';
update auth_code_mail set pot = 'unproved' where pot = 'strangers';
update auth_code_look set pot = 'unproved' where pot = 'strangers';
alter table auth_code add constraint auth_code_pot_check check (pot in ('proved', 'unproved'));
alter table auth_code_mail add constraint auth_code_mail_pot_check check (pot in ('proved', 'unproved'));
alter table auth_code_look add constraint auth_code_look_pot_check check (pot in ('proved', 'unproved', 'others'));
