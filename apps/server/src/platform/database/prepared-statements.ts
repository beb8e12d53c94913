import { createHash } from 'node:crypto';
import { type Compilable, type Expression, type Simplify, sql } from 'kysely';
import type { Db } from './connections.ts';
import type { NamedQuery } from './pg-driver.ts';

/** Tells the variants of a statement apart: its filters and its order, never what a user typed. */
type Variant = Readonly<Record<string, string | number | boolean | undefined>>;
/** Stands for a value that each execution gives. */
export type Param<V> = <K extends keyof V & string>(name: K) => Expression<V[K]>;

const placeholder = Symbol('placeholder');
type Placeholder = { [placeholder]: string };

/**
 * Kysely compiles each variant once, and PostgreSQL prepares it once for each connection; an
 * execution then costs its values alone. Compiling a list took as long as the rest of its request.
 */
export function definePreparedQuery<V extends object, O, S extends Variant = Variant>(
  build: (db: Db, param: Param<V>, variant: S) => Compilable<O>,
): (db: Db, values: V, variant: S) => Promise<Simplify<O>[]> {
  const statements = new Map<string, Statement<O>>();
  return async (db, values, variant) => {
    const key = Object.values(variant).join(' ');
    const statement = statements.get(key) ?? compile(build(db, paramNamed, variant));
    statements.set(key, statement);
    const byName = values as Readonly<Record<string, unknown>>; // the names are those of V
    const { rows } = await db.executeQuery<O>(statement(byName));
    return rows;
  };
}

type Statement<O> = (values: Readonly<Record<string, unknown>>) => NamedQuery<O>;

function paramNamed(name: string): Expression<never> {
  return sql<never>`${{ [placeholder]: name } satisfies Placeholder}`;
}

function compile<O>(query: Compilable<O>): Statement<O> {
  const compiled = query.compile();
  const names = compiled.parameters.map((parameter) =>
    isPlaceholder(parameter) ? parameter[placeholder] : undefined,
  );
  // The best plan of a search depends on its words, so PostgreSQL plans it each time.
  const statementName = / like /.test(compiled.sql)
    ? undefined
    : createHash('sha256').update(compiled.sql).digest('base64url').slice(0, 24);
  const { query: node, queryId, sql: text, parameters } = compiled;
  return (values) => ({
    query: node,
    queryId,
    sql: text,
    statementName,
    parameters: parameters.map((parameter, index) => {
      const name = names[index];
      return name === undefined ? parameter : values[name];
    }),
  });
}

function isPlaceholder(parameter: unknown): parameter is Placeholder {
  return typeof parameter === 'object' && parameter !== null && placeholder in parameter;
}
