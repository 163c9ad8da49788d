type Db = { updateTable: (name: string) => unknown };

export const pay = (db: Db): unknown => db.updateTable('money');
