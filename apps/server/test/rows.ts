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

/** Reads and writes of the tables, past the product; lines of the audit log come in their order. */
export function rowActions(db: () => Db) {
  const listRows = async <T extends keyof Database, C extends keyof Row<T> = keyof Row<T>>(
    table: T,
    where: Where<T> = {},
    columns?: readonly C[],
  ): Promise<Pick<Row<T>, C>[]> => {
    const list = columns ? sql.join(columns.map((name) => sql.ref(String(name)))) : sql.raw('*');
    const order = table === 'auditLog' ? sql` order by id` : sql``;
    const query = sql<Pick<Row<T>, C>>`
      select ${list} from ${sql.table(table)} where ${matches(where)}${order}`;
    return (await query.execute(db())).rows;
  };
  return {
    listRows,
    /** The first of the rows; throws if there is none. */
    getRow: async <T extends keyof Database, C extends keyof Row<T> = keyof Row<T>>(
      table: T,
      where: Where<T> = {},
      columns?: readonly C[],
    ): Promise<Pick<Row<T>, C>> => {
      const [row] = await listRows(table, where, columns);
      if (row === undefined) throw new Error(`no row of ${table}`);
      return row;
    },
    /** What the audit log tells of a subject but for sign-ins. */
    listAudit: async (subjectId: string) =>
      (await listRows('auditLog', { subjectId })).filter(
        ({ action }) => action !== 'user.signed-in',
      ),
    updateRows: async <T extends keyof Database>(
      table: T,
      where: Where<T>,
      values: Updateable<Database[T]>,
    ): Promise<void> => {
      const query = db()
        .updateTable(table as 'users') // Kysely knows the columns of one table, not of any
        .set(values as object); // the same
      await query.where(matches(where)).execute();
    },
    insertRows: async <T extends keyof Database>(table: T, rows: NewRows<T>): Promise<void> =>
      insertRows(db(), table, rows),
  };
}

export async function insertRows<T extends keyof Database>(
  db: Db,
  table: T,
  rows: NewRows<T>,
): Promise<void> {
  await db.insertInto(table).values(rows).execute();
}

function matches(where: object): RawBuilder<boolean> {
  const conditions = Object.entries(where).map(([name, value]) => {
    const column = sql.ref(name);
    if (Array.isArray(value)) return sql`${column} = any(${value})`;
    return value === null ? sql`${column} is null` : sql`${column} = ${value}`;
  });
  return conditions.length === 0 ? sql<boolean>`true` : sql.join<boolean>(conditions, sql` and `);
}
