import type { Db } from '../platform/db/connect.ts';
export const list = (db: Db) =>
  db.selectFrom('transfer_contact as c').innerJoin('member as m', 'm.id', 'c.member_id').execute();
