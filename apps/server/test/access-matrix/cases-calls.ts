import {
  admins,
  type AccessCase,
  both,
  type CaseContext,
  everyone,
  none,
  ownOnly,
} from './expectations.ts';

const callFile = 'Start,Extension,Other party,Seconds\n2026-03-17 09:03:05,102,0825550101,304\n';
const decision = ({ side }: CaseContext, more: object) => ({
  params: { id: side.callRecord.id },
  body: { state: 'recorded', matter: side.matter.id, ...more },
});
const march = { from: '2026-03-01', to: '2026-03-31' };
const extensionOf = (attorney: string) => ({
  body: { extensions: [{ value: '102', attorney }] },
});

/** Files of calls, telephone systems and extensions. */
const setUpCases: readonly AccessCase[] = [
  { call: 'listCallImports', ...none, ...admins(everyone) },
  {
    call: 'createCallImport',
    ...none,
    ...admins(everyone),
    ask: () => ({ body: { fileStream: callFile } }),
  },
  {
    call: 'createCallImport',
    at: 'body.source',
    of: 'callSource',
    // A text that is no id is the name of a new source.
    ...admins({ own: 'ok', malformed: 'ok', rest: 'gone' }),
    ask: ({ id }) => ({ body: { fileStream: callFile, source: id } }),
  },
  {
    call: 'createCallImport',
    at: 'body (dry run)',
    of: 'none',
    ...admins({ rest: 'same' }),
    ask: () => ({ body: { fileStream: callFile, dryRun: true } }),
  },
  { call: 'undoCallImport', at: 'path', of: 'callImport', ...admins(ownOnly) },
  { call: 'listCallSources', ...none, ...admins(everyone) },
  {
    call: 'replaceCallSources',
    at: 'body.sources._id',
    of: 'callSource',
    // An unknown one is a new one, and the own one has imports.
    ...admins({ own: 'ok', rest: 'taken' }),
    ask: ({ id }) => ({ body: { sources: [{ _id: id, system: 'csv', name: 'Switch' }] } }),
  },
  { call: 'listExtensions', ...none, ...admins(everyone) },
  {
    call: 'replaceExtensions',
    at: 'body.extensions.attorney',
    of: 'user',
    ...admins({ ownAttorney: 'ok', rest: 'bad' }),
    ask: ({ id }) => extensionOf(id),
  },
];

const decisionCases: readonly AccessCase[] = [
  {
    call: 'decideCallRecord',
    at: 'path',
    of: 'callRecord',
    ...both(ownOnly),
    delegate: { rest: 'gone' }, // the attorney's call
    ask: (given) => ({ ...decision(given, {}), params: { id: given.id } }),
  },
  {
    call: 'decideCallRecord',
    at: 'path (of no attorney)',
    of: 'strayCall',
    attorney: { rest: 'gone' },
    admin: ownOnly,
    system: 'no',
    ask: ({ id }) => ({ params: { id }, body: { state: 'private' } }),
  },
  {
    call: 'decideCallRecord',
    at: 'body.matter',
    of: 'matter',
    ...both(ownOnly),
    delegate: { rest: 'gone' }, // the attorney's call
    ask: (given) => decision(given, { matter: given.id }),
  },
  {
    call: 'decideCallRecord',
    at: 'body.entry',
    of: 'entry',
    ...both(ownOnly),
    delegate: { rest: 'gone' }, // the attorney's call
    ask: ({ side, who, id }) => ({
      params: { id: who.standing === 'admin' ? side.strayCall.id : side.callRecord.id },
      body: { state: 'merged', entry: id },
    }),
  },
  {
    call: 'decideCallRecord',
    at: 'body.attorney',
    of: 'user',
    attorney: { malformed: 'bad', rest: 'ok' }, // ignored: it is the attorney's own call
    delegate: { rest: 'gone' },
    // The type is assigned to no attorney.
    admin: { ownAttorney: 'bad', rest: 'gone' },
    system: 'no',
    ask: (given) =>
      decision(given, {
        attorney: given.id,
        ...(given.who.standing === 'admin' && { disbursementType: given.side.unusedType.id }),
      }),
  },
  {
    call: 'decideCallRecord',
    at: 'body.disbursementType',
    of: 'type',
    ...both(ownOnly),
    delegate: { rest: 'gone' }, // the attorney's call
    ask: (given) => decision(given, { disbursementType: given.id }),
  },
];

/** Calls of telephone systems, and what becomes of them. */
export const callCases: readonly AccessCase[] = [
  ...setUpCases,
  { call: 'listCallRecords', ...none, ...both(everyone) },
  {
    call: 'listCallRecords',
    at: 'query.attorney',
    of: 'user',
    attorney: { malformed: 'bad', rest: 'ok' },
    admin: { malformed: 'bad', rest: 'ok' },
    system: 'no',
    ask: ({ id }) => ({ query: { attorney: id, isOpen: 'true' } }),
  },
  ...decisionCases,
  {
    // Each id is answered for itself.
    call: 'acceptCallRecords',
    at: 'body.ids',
    of: 'callRecord',
    ...both({ malformed: 'bad', rest: 'same' }),
    ask: ({ id }) => ({ body: { ids: [id] } }),
    echoes: true,
  },
  {
    call: 'acceptCallRecords',
    at: 'body.attorney',
    of: 'user',
    ...both({ malformed: 'bad', rest: 'same' }),
    ask: ({ id }) => ({ body: { ...march, attorney: id } }),
  },
  {
    call: 'createCallMerge',
    at: 'body.attorney (dry run)',
    of: 'user',
    ...both({ malformed: 'bad', rest: 'same' }),
    ask: ({ id }) => ({ body: { ...march, attorney: id, dryRun: true } }),
  },
  { call: 'createCallMerge', ...none, ...both(everyone), ask: () => ({ body: march }) },
  {
    call: 'undoCallMerge',
    at: 'path',
    of: 'callMerge',
    ...both(ownOnly),
    delegate: { rest: 'gone' },
    ask: ({ id }) => ({ params: { id } }),
  },
  { call: 'listPrivateNumbers', ...none, attorney: everyone, admin: 'no', system: 'no' },
  {
    call: 'deletePrivateNumber',
    at: 'path',
    of: 'privateNumber',
    attorney: ownOnly,
    delegate: { rest: 'gone' },
    admin: 'no',
    system: 'no',
  },
];

const webhook = { url: 'https://receiver.invalid/hook', events: ['import.done'] };
const ofWebhook = { at: 'path', of: 'webhook', ...admins(ownOnly) } as const;

export const webhookCases: readonly AccessCase[] = [
  { call: 'listWebhooks', ...none, ...admins(everyone) },
  {
    call: 'createWebhook',
    ...none,
    ...admins(everyone),
    ask: () => ({ body: webhook }),
  },
  { call: 'updateWebhook', ...ofWebhook, ask: ({ id }) => ({ params: { id }, body: webhook }) },
  { call: 'deleteWebhook', ...ofWebhook },
  { call: 'testWebhook', ...ofWebhook },
  { call: 'listWebhookDeliveries', ...ofWebhook },
  { call: 'repeatWebhookDelivery', at: 'path', of: 'webhookDelivery', ...admins(ownOnly) },
];

const pdf = { accept: 'application/pdf' };

export const statementCases: readonly AccessCase[] = [
  { call: 'getStatement', at: 'path', of: 'matter', ...admins(ownOnly) },
  {
    call: 'getStatement',
    at: 'path (as a PDF)',
    of: 'matter',
    ...admins(ownOnly),
    ask: ({ id }) => ({ params: { id }, headers: pdf }),
  },
  { call: 'getStatements', ...none, ...admins(everyone) },
  {
    call: 'getStatements',
    at: 'none (as a ZIP)',
    of: 'none',
    ...admins(everyone),
    ask: () => ({ headers: { accept: 'application/zip' } }),
  },
];
