type Db = { selectFrom: (name: string) => unknown };

export const start = (db: Db): unknown => db.selectFrom('money');
