-- Codes go to phones, too.
alter table auth_code drop constraint auth_code_purpose_check;
alter table auth_code add constraint auth_code_purpose_check
  check (purpose in ('login', 'register', 'bind', 'password', 'paypassword', 'wallet', 'phone'));
