insert into wanted (name, api, indexer, settler, signer, readonly) values
  ('money', 's', '-', '-', 's', '-');
