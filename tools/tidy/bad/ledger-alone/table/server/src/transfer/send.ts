export const statement = 'update ledger.account set balance = balance - $1';
