export const postEntry = 'select ledger.post($1)';
