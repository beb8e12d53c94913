import { createHash } from 'node:crypto';
import { type Compilable, type CompiledQuery, type Expression, type Simplify, sql } from 'kysely';
import type { Db } from './connections.ts';

/** What tells the forms of a statement from each other: which filters it has, how it is sorted. A handful, never what somebody typed. */
type Shape = Readonly<Record<string, string | number | boolean | undefined>>;
/** Stands for a value that each call gives. */
export type Param<V> = <K extends keyof V & string>(name: K) => Expression<V[K]>;

const placeholder = Symbol('placeholder');
type Placeholder = { [placeholder]: string };

/**
 * A statement that many requests run. Kysely builds and compiles it once for each shape, PostgreSQL parses and plans it once for each
 * connection; a call then costs its values alone. Without this, compiling took as long as all else that the server does for a list.
 */
export function definePreparedQuery<V extends object, O, S extends Shape = Shape>(
  build: (db: Db, value: Param<V>, shape: S) => Compilable<O>,
): (db: Db, values: V, shape: S) => Promise<Simplify<O>[]> {
  const statements = new Map<string, Statement<O>>();
  return async (db, values, shape) => {
    const key = Object.values(shape).join(' ');
    const statement = statements.get(key) ?? compile(build(db, valueNamed, shape));
    statements.set(key, statement);
    const { rows } = await db.executeQuery(statement(values as Readonly<Record<string, unknown>>)); // the names are those of V
    return rows;
  };
}

type Statement<O> = (values: Readonly<Record<string, unknown>>) => CompiledQuery<O>;

function valueNamed(name: string): Expression<never> {
  return sql<never>`${{ [placeholder]: name } satisfies Placeholder}`;
}

function compile<O>(query: Compilable<O>): Statement<O> {
  const compiled = query.compile();
  const slots = compiled.parameters.map((parameter) =>
    isPlaceholder(parameter) ? parameter[placeholder] : undefined,
  );
  const text = compiled.sql;
  // How many rows a search finds depends on its words, and with that the best plan: it is planned anew each time.
  const name = / like /.test(text)
    ? undefined
    : createHash('sha256').update(text).digest('base64url').slice(0, 24);
  return (values) => ({
    ...compiled,
    // Kysely hands this on to pg, which takes a named statement in the place of a text.
    sql: name === undefined ? text : ({ name, text } as unknown as string),
    parameters: compiled.parameters.map((parameter, index) => {
      const slot = slots[index];
      return slot === undefined ? parameter : values[slot];
    }),
  });
}

function isPlaceholder(parameter: unknown): parameter is Placeholder {
  return typeof parameter === 'object' && parameter !== null && placeholder in parameter;
}
