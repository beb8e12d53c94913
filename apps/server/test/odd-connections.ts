import pg from 'pg';
import { createPool } from '../src/platform/database/pool.ts';

type Oddity = {
  /** Returns what is sent instead. */
  twist?: (text: string) => string;
  /** Stays with the owner of the tables: enters no role and no scope, and pays for neither. */
  isPastPolicies?: boolean;
};

/** A pool whose scoped connections handle each query's text in another way. */
export function oddPool(
  url: string,
  { twist = (text) => text, isPastPolicies = false }: Oddity,
): pg.Pool {
  const pool = createPool(url, { max: 4 });
  function OddClient(options: pg.ClientConfig): pg.Client {
    const client = new pg.Client(options);
    const query = client.query.bind(client) as (...args: unknown[]) => unknown; // of many overloads
    return Object.assign(client, {
      query: (first: unknown, ...rest: unknown[]) => {
        const statement = first as string | { text: string }; // else a copy
        const config = typeof statement === 'string' ? { text: statement } : statement;
        if (isPastPolicies && isAboutScope(config.text)) return Promise.resolve({ rows: [] });
        const text = twist(isPastPolicies ? withoutScope(config) : config.text);
        if (text === config.text) return query(first, ...rest);
        // A prepared statement is shared between connections, so copied; a query is not copyable.
        const twisted = 'submit' in config ? Object.assign(config, { text }) : { ...config, text };
        return query(twisted, ...rest);
      },
    });
  }
  return Object.assign(pool, { options: Object.assign(pool.options, { Client: OddClient }) });
}

/** What a new connection asks about its role, and prepares for its scope. */
function isAboutScope(text: string): boolean {
  return /^select (?:set_config\('role'|rolname as role)/.test(text);
}

/** The text of a query that enters no scope: neither in a message before it, nor in its own. */
function withoutScope(config: { text: string }): string {
  for (const part of ['submit', 'handleDataRow', 'handleCommandComplete'])
    Reflect.deleteProperty(config, part);
  return config.text.replace(/^(begin[^;]*); select set_config.*$/s, '$1');
}

/** Removes each condition on the firm; `onForgotten` hears of each. */
export function forgetFirm(onForgotten: (text: string) => void): (text: string) => string {
  const conditions = [
    /(?:"?\w+"?\.)?"?firm_id"? = \$(\d+)/g,
    /"firms"\."id" = \$(\d+)/g,
    /(?<=from "firms" where )"id" = \$(\d+)/g,
  ];
  return (text) => {
    const without = conditions.reduce(
      (left, condition) => left.replace(condition, '($$$1::uuid is not null)'),
      text,
    );
    if (without !== text) onForgotten(text);
    return without;
  };
}
