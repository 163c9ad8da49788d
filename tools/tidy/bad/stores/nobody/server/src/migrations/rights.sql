insert into wanted (name, api, indexer, settler, signer, readonly) values
  ('letter', 's', '-', '-', '-', 's');
