import { type RawBuilder, type Selectable, type Insertable, type Updateable, sql } from 'kysely';
import type { Db } from '../src/platform/database/connections.ts';
import type { Database } from '../src/platform/database/tables.generated.ts';

type Row<T extends keyof Database> = Selectable<Database[T]>;
/** Columns with their values; a list stands for each of its values. */
type Where<T extends keyof Database> = {
  [Column in keyof Row<T>]?: Row<T>[Column] | readonly Row<T>[Column][];
};
type NewRows<T extends keyof Database> =
  | Insertable<Database[T]>
  | readonly Insertable<Database[T]>[];

/** Reads and writes of the tables, past the product. */
export function rowActions(db: () => Db) {
  return {
    listRows: async <T extends keyof Database, C extends keyof Row<T> = keyof Row<T>>(
      ...read: Read<T, C>
    ) => listRows(db(), ...read),
    getRow: async <T extends keyof Database, C extends keyof Row<T> = keyof Row<T>>(
      ...read: Read<T, C>
    ) => getRow(db(), ...read),
    /** Lines of the audit log about a subject, but for sign-ins. */
    listAudit: async (subjectId: string) =>
      (await listRows(db(), 'auditLog', { subjectId })).filter(
        ({ action }) => !['user.signed-in', 'user.sign-in-refused'].includes(action),
      ),
    updateRows: async <T extends keyof Database>(
      table: T,
      where: Where<T>,
      values: Updateable<Database[T]>,
    ): Promise<void> => updateRows(db(), table, where, values),
    deleteRows: async <T extends keyof Database>(table: T, where: Where<T> = {}): Promise<void> =>
      deleteRows(db(), table, where),
    insertRows: async <T extends keyof Database>(table: T, rows: NewRows<T>): Promise<void> =>
      insertRows(db(), table, rows),
  };
}

type Read<T extends keyof Database, C extends keyof Row<T>> = [
  table: T,
  where?: Where<T>,
  columns?: readonly C[],
];

/** In the order in which they were made where `orders` names it, else in that of the columns. */
export async function listRows<T extends keyof Database, C extends keyof Row<T> = keyof Row<T>>(
  db: Db,
  ...[table, where = {}, columns]: Read<T, C>
): Promise<Pick<Row<T>, C>[]> {
  const list = columns && sql.join(columns.map((name) => sql.ref(String(name))));
  const column = orders[table];
  const order = column === undefined ? list : sql.ref(column);
  const query = sql<Pick<Row<T>, C>>`
    select ${list ?? sql.raw('*')} from ${sql.table(table)} where ${matches(where)}
    ${order ? sql`order by ${order}` : sql``}`;
  return (await query.execute(db)).rows;
}

/** Sorts rows of a table in the order in which they were made. */
const orders: Partial<Record<keyof Database, string>> = {
  auditLog: 'id',
  exports: 'number',
  handOverRuns: 'id',
};

/** The first of the rows; throws if there is none. */
export async function getRow<T extends keyof Database, C extends keyof Row<T> = keyof Row<T>>(
  db: Db,
  ...read: Read<T, C>
): Promise<Pick<Row<T>, C>> {
  const [row] = await listRows(db, ...read);
  if (row === undefined) throw new Error(`no row of ${read[0]}`);
  return row;
}

export async function updateRows<T extends keyof Database>(
  db: Db,
  table: T,
  where: Where<T>,
  values: Updateable<Database[T]>,
): Promise<void> {
  const query = db
    .updateTable(table as 'users') // Kysely knows the columns of one table, not of any
    .set(values as object); // the same
  await query.where(matches(where)).execute();
}

export async function deleteRows(db: Db, table: keyof Database, where: object): Promise<void> {
  await db.deleteFrom(table).where(matches(where)).execute();
}

export async function insertRows<T extends keyof Database>(
  db: Db,
  table: T,
  rows: NewRows<T>,
): Promise<void> {
  const all: readonly object[] = Array.isArray(rows) ? rows : [rows];
  // PostgreSQL counts the parameters of a statement in 16 bits.
  const most = Math.floor(65_535 / Math.max(1, ...all.map((row) => Object.keys(row).length)));
  for (let first = 0; first < all.length; first += most) {
    const some = all.slice(first, first + most) as unknown as NewRows<T>; // some of these rows
    await db.insertInto(table).values(some).execute();
  }
}

function matches(where: object): RawBuilder<boolean> {
  const conditions = Object.entries(where).map(([name, value]) => {
    const column = sql.ref(name);
    if (Array.isArray(value)) return sql`${column} = any(${value})`;
    return value === null ? sql`${column} is null` : sql`${column} = ${value}`;
  });
  return conditions.length === 0 ? sql<boolean>`true` : sql.join<boolean>(conditions, sql` and `);
}
