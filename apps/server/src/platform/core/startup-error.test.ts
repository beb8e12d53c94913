import { expect, it } from 'vitest';
import { StartupError, toListenError, toStartupError } from './startup-error.ts';
import { waitForDatabase } from './wait-for-database.ts';

const advice = /^The disk is full: make room on it and start Recoup again\./;
const coded = (code: string, message = code, path?: string) =>
  Object.assign(new Error(message), { code, path });

it.each([
  coded('ENOSPC', 'ENOSPC: write'),
  coded('53100', 'could not extend file "base/1/2"'),
  new Error(
    'PostgreSQL does not start (exit code 1). Its log ends with:\n' +
      'FATAL: could not write lock file: No space left on device',
  ),
])('explains a full disk: %s', (error) => {
  expect(toStartupError(error)).toMatch(advice);
  expect(toStartupError(error)).toContain(error.message);
});

it.each([
  coded('EMFILE', 'EMFILE: too many open files, watch'),
  new Error('FATAL: could not open file: Too many open files'),
])('names ulimit where too many files are open: %s', (error) => {
  expect(toStartupError(error)).toContain('ulimit -n 4096');
});

it.each([
  [new Error('Port 1 is in use'), 'Port 1 is in use'],
  ['a word', 'a word'],
])('does not change other messages', (error, text) => {
  expect(toStartupError(error)).toBe(text);
});

it.each([
  [
    coded('EACCES', 'EACCES: permission denied', '/data/postgresql.log'),
    /^This user may not use \/data\/postgresql\.log .*RECOUP_DATA_DIR/,
  ],
  [
    new AggregateError([coded('ECONNREFUSED', 'connect ECONNREFUSED ::1:5432')], ''),
    /No PostgreSQL answers .*::1:5432/,
  ],
  [coded('EAI_AGAIN'), /host in DATABASE_URL/],
])('explains problems with files and addresses', (error, sentence) => {
  expect(toStartupError(error)).toMatch(sentence);
});

it.each([
  ['EADDRINUSE', /Port 80 on here is in use/],
  ['EACCES', /may not open port 80\. Set PORT/],
  ['EADDRNOTAVAIL', /HOST here is not an address of this machine/],
  ['EAFNOSUPPORT', /HOST here is not an address of this machine/],
  ['ENOTFOUND', /HOST here is a name without an address/],
])('explains why it cannot listen: %s', (code, sentence) => {
  expect(toListenError(coded(code), { host: 'here', port: 80 })).toMatch(sentence);
});

const wrongSettings = [
  coded('28P01', 'password authentication failed for user "recoup"'),
  coded('28000', 'no pg_hba.conf entry for host "10.0.0.7"'),
  coded('3D000', 'database "recoup" does not exist'),
  coded('42501', 'permission denied for schema public'),
  coded('DEPTH_ZERO_SELF_SIGNED_CERT', 'self-signed certificate'),
  coded('ERR_TLS_CERT_ALTNAME_INVALID'),
  coded('08P01', 'unsupported startup parameter: statement_timeout'),
  new Error('The server does not support SSL connections'),
  new Error('SASL: SCRAM-SERVER-FIRST-MESSAGE: client password must be a string'),
  new StartupError('A newer version of Recoup has changed this database.'),
];

it.each(wrongSettings)('does not wait for a database that rejects us: %s', async (error) => {
  const reported: string[] = [];
  let tries = 0;
  const work = async (): Promise<never> => {
    tries += 1;
    throw error;
  };
  const waiting = waitForDatabase(work, {
    report: (reason) => reported.push(reason),
    signal: new AbortController().signal,
  });
  await expect(waiting).rejects.toThrowError(StartupError);
  expect([tries, reported]).toEqual([1, []]);
});

it('waits for a database that is not up yet, and tells each reason once', async () => {
  const reasons = [
    coded('ECONNREFUSED'),
    coded('ECONNREFUSED'),
    coded('57P03', 'the database system is starting up'),
  ];
  const reported: string[] = [];
  const work = async (): Promise<string> => {
    const error = reasons.shift();
    if (error !== undefined) throw error;
    return 'ready';
  };
  expect(
    await waitForDatabase(work, {
      report: (reason) => reported.push(reason),
      signal: new AbortController().signal,
    }),
  ).toBe('ready');
  expect(reported).toEqual([
    expect.stringContaining('No PostgreSQL answers'),
    'the database system is starting up',
  ]);
});

it('waits for a bounded time, and not after a stop', async () => {
  const work = async (): Promise<never> => {
    throw coded('ECONNREFUSED', 'connect ECONNREFUSED 127.0.0.1:5432');
  };
  const report = (): void => {};
  const bounded = waitForDatabase(work, {
    report,
    signal: new AbortController().signal,
    maxWaitMs: 500,
  });
  await expect(bounded).rejects.toThrowError(
    /not ready within 1 seconds\. No PostgreSQL answers .*127\.0\.0\.1:5432/,
  );
  await expect(waitForDatabase(work, { report, signal: AbortSignal.abort() })).rejects.toThrowError(
    /aborted/,
  );
});
