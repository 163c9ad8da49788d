-- It runs with its owner's rights: not for everybody, but for those who write times, the ledger's own functions among them.
revoke execute on function business_offset from public;
grant execute on function business_offset to openmere_app, openmere_ledger, openmere_api, openmere_indexer, openmere_settler,
  openmere_signer, openmere_readonly;
