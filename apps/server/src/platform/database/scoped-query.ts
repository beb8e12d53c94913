import type pg from 'pg';
import { enterScope, type TransactionScope } from './connection-scope.ts';

/** Methods that pg's client calls while it runs a query; its types omit most of them. */
type RunningQuery = {
  submit: (connection: pg.Connection) => unknown;
  handleDataRow: (message: unknown) => void;
  handleCommandComplete: (message: unknown, connection: pg.Connection) => void;
};

/**
 * The query behind its scope in one message: PostgreSQL runs both in one transaction, and after an
 * error nothing more of the message (docs/decisions/0070).
 */
export function inScope(query: pg.Query, scope: TransactionScope): pg.Query {
  const running = query as pg.Query & RunningQuery; // pg's own class
  const { submit, handleDataRow, handleCommandComplete } = running;
  let hasEntered = false;
  return Object.assign(query, {
    queryMode: 'extended',
    submit(connection) {
      connection.stream.cork();
      enterScope(connection, scope);
      const error = submit.call(query, connection);
      connection.stream.uncork();
      return error;
    },
    handleDataRow(message) {
      if (hasEntered) handleDataRow.call(query, message);
    },
    handleCommandComplete(message, connection) {
      if (hasEntered) handleCommandComplete.call(query, message, connection);
      hasEntered = true;
    },
  } satisfies RunningQuery & { queryMode: string });
}
