import type { LightMyRequestResponse } from 'fastify';
import { beforeEach, describe, expect, it } from 'vitest';
import { useApp } from '../../../test/app.ts';
import { awkwardFiles, type Outcome } from '../../../test/awkward-files.ts';
import { deepIt } from '../../../test/deep.ts';

const test = useApp();
const ctx = { token: '', firmId: '' };

beforeEach(async () => {
  const firm = await test.aFirm();
  ctx.firmId = firm.id;
  ctx.token = await test.signInAdmin({ firm });
});

const upload = (fileStream: string) =>
  test.call('POST /upload', { token: ctx.token, body: { fileStream } });
const send = (body: string) =>
  test.call('POST /imports', { token: ctx.token, body, headers: { 'content-type': 'text/csv' } });

async function stored(): Promise<string[]> {
  const rows = await test.listRows('matters', { firmId: ctx.firmId });
  return rows.map(({ number, description }) => `${number} ${description}`).toSorted();
}

/** A file is imported as a whole, or answered with one sentence; never in part, never with 500. */
function toAnswer(outcome: Outcome): object {
  if ('rows' in outcome)
    return { status: 200, stored: outcome.rows.map((row) => row.replace(/^\d+ /, '')).toSorted() };
  const sentence = expect.stringMatching(/^[A-Z].*\.$/s);
  if ('refused' in outcome) return { status: 400, stored: [], message: sentence };
  return { status: 422, stored: [], message: sentence, faults: outcome.faults, areExplained: true };
}

async function answerOf(reply: LightMyRequestResponse): Promise<object> {
  const { message, rows } = reply.json<{
    message?: string;
    rows?: { row: number; message: string }[];
  }>();
  return {
    status: reply.statusCode,
    stored: await stored(),
    message,
    ...(rows !== undefined && {
      faults: [...new Set(rows.map(({ row }) => row))],
      areExplained: rows.every((row) => row.message.length > 10),
    }),
  };
}

describe('POST /upload', () => {
  it.each(awkwardFiles)('answers %s by its rows or by a sentence', async (_, text, outcome) => {
    expect(await answerOf(await upload(text))).toEqual(toAnswer(outcome));
  });

  it.each([
    ['no JSON', '{"fileStream": ', 400],
    ['no file', '{}', 400],
    ['a number for the file', '{"fileStream": 1}', 400],
    ['a list', '[]', 400],
    ['an unknown field', '{"fileStream": "Ref,Name\\n1,A\\n", "firm": "x"}', 400],
    [
      'a mapping of an unknown field',
      '{"fileStream": "Ref,Name\\n1,A\\n", "mapping": {"colour": "Ref"}}',
      400,
    ],
    [
      'a mapping to a column that is not there',
      '{"fileStream": "Ref,Name\\n1,A\\n", "mapping": {"number": "Nr"}}',
      400,
    ],
    [
      'a prototype in the JSON',
      '{"fileStream": "Ref,Name\\n1,A\\n", "__proto__": {"dryRun": true}}',
      400,
    ],
  ])('rejects %s', async (_, body, status) => {
    expect(await test.call('POST /upload', { token: ctx.token, body })).toAnswer(status);
    expect(await stored()).toEqual([]);
  });

  deepIt('rejects more characters than an upload may have', async () => {
    expect(await upload(`Ref,Name\n${'x'.repeat(100_000_000)}`)).toAnswer(400, {
      fields: { fileStream: /too large/ },
    });
  });
});

describe('POST /imports', () => {
  // A lone surrogate cannot be written as UTF-8 at all.
  const streamable = awkwardFiles.filter(([name]) => name !== 'a lone surrogate');
  it.each(streamable)('answers %s as a stream just so', async (_, text, outcome) => {
    expect(await answerOf(await send(text))).toEqual(toAnswer(outcome));
  });
});
