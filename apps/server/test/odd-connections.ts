import pg from 'pg';
import { createPool } from '../src/platform/database/pool.ts';

/** Returns what is sent instead, or an answer without the server. */
type Twist = (text: string) => string | { rows: unknown[] };

/**
 * A pool whose connections below the policies (`withScope`) go another way with the text of each
 * query.
 */
export function oddPool(url: string, ...twists: readonly Twist[]): pg.Pool {
  const pool = createPool(url, { max: 4 });
  function OddClient(options: pg.ClientConfig): pg.Client {
    const client = new pg.Client(options);
    const query = client.query.bind(client) as (...args: unknown[]) => unknown; // of many overloads
    return Object.assign(client, {
      query: (first: unknown, ...rest: unknown[]) => {
        const statement = first as string | { text: string }; // else a cursor or a copy
        const config = typeof statement === 'string' ? { text: statement } : statement;
        const twisted = twists.reduce<ReturnType<Twist>>(
          (text, twist) => (typeof text === 'string' ? twist(text) : text),
          config.text,
        );
        if (typeof twisted !== 'string') return Promise.resolve(twisted);
        if (twisted === config.text) return query(first, ...rest);
        // A prepared statement is shared between connections, so copied; a cursor is not copyable.
        return query(
          'submit' in config
            ? Object.assign(config, { text: twisted })
            : { ...config, text: twisted },
          ...rest,
        );
      },
    });
  }
  return Object.assign(pool, { options: Object.assign(pool.options, { Client: OddClient }) });
}

/** Stays with the owner of the tables: is told of no role and no scope, and pays for neither. */
export const pastPolicies: Twist = (text) =>
  /^select set_config\('(?:role|recoup\.firm)'|row_security_active/.test(text)
    ? { rows: [{ isRlsActive: true }] }
    : text;

/**
 * Every condition that the application itself makes on the firm, left out; `onForgotten` hears of
 * each.
 */
export function forgetFirm(onForgotten: (text: string) => void): Twist {
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
