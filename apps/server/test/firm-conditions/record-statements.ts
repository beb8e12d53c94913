import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { afterAll, afterEach, expect, inject } from 'vitest';
import { loadModule, parseSync } from 'libpg-query';
import { type SentStatement, statementChannel } from '../../src/platform/database/pg-driver.ts';
import { tablesWithoutFirm } from './firm-conditions.ts';

/** A set-up file: fails tests whose statements do not compare the firm (decision 69). */
const firmTables = new Set(inject('firmTables'));
const known = (globalThis.checkedStatements ??= new Set());
const unchecked = new Map<string, SentStatement>();

await loadModule();
subscribe(statementChannel, record);
afterEach(checkStatements);
afterAll(() => {
  unsubscribe(statementChannel, record);
  checkStatements();
});

function record(message: unknown): void {
  const sent = message as SentStatement; // the driver publishes no other
  const key = `${isOfOneFirm(sent)} ${sent.sql}`;
  if (!known.has(key)) unchecked.set(key, sent);
}

/** Not of all firms, and not of none. */
function isOfOneFirm({ firm }: SentStatement): boolean {
  return !['', 'all'].includes(firm);
}

/** These leave the firm out themselves, to see what the database rejects. */
const exempt = [
  'chain.test.ts',
  'forgotten-firm.test.ts',
  'row-level-security.test.ts',
  'scoped-pool.test.ts',
];

function checkStatements(): void {
  const file = expect.getState().testPath ?? '';
  if (exempt.some((name) => file.endsWith(`/${name}`))) unchecked.clear();
  const found = [...unchecked].flatMap(([key, sent]) => {
    const check = { firmTables, isOfOneFirm: isOfOneFirm(sent) };
    const tables = tablesWithoutFirm(parseSync(sent.sql), check);
    if (tables.length === 0) known.add(key);
    return tables.length === 0 ? [] : [`no firm for ${tables.join(', ')} in: ${sent.sql}`];
  });
  unchecked.clear();
  expect(found).toEqual([]);
}

declare global {
  var checkedStatements: Set<string> | undefined;
}
