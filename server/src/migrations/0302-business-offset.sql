-- It runs with its owner's rights: not for everybody, but for those who write times.
revoke execute on function business_offset from public;
grant execute on function business_offset to openmere_app, openmere_signer, openmere_readonly;
