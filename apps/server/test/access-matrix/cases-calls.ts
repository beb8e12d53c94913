import {
  admins,
  type AccessCase,
  both,
  type CaseContext,
  everyone,
  ownOnly,
  idIn,
  withoutId,
} from './expectations.ts';

const callFile = 'Start,Extension,Other party,Seconds\n2026-03-17 09:03:05,102,0825550101,304\n';
const decision = ({ side }: CaseContext, more: object) => ({
  params: { id: side.callRecord.id },
  body: { state: 'recorded', matter: side.matter.id, ...more },
});
const march = { from: '2026-03-01', to: '2026-03-31' };
const extensionOf = (attorney: string) => ({ body: { extensions: [{ value: '102', attorney }] } });

/** Files of calls, telephone systems and extensions. */
const setUpCases: readonly AccessCase[] = [
  withoutId('listCallImports', admins(everyone)),
  withoutId('createCallImport', admins(everyone), () => ({ body: { fileStream: callFile } })),
  {
    ...idIn('createCallImport', 'body.source', 'callSource'),
    // A text that is no id is the name of a new source.
    ...admins({ own: 'ok', malformed: 'ok', rest: 'gone' }),
    ask: ({ id }) => ({ body: { fileStream: callFile, source: id } }),
  },
  idIn('createCallImport', 'body (dry run)', 'none', admins({ rest: 'same' }), () => ({
    body: { fileStream: callFile, dryRun: true },
  })),
  idIn('undoCallImport', 'path', 'callImport', admins(ownOnly)),
  withoutId('listCallSources', admins(everyone)),
  {
    ...idIn('replaceCallSources', 'body.sources._id', 'callSource'),
    // An unknown one is a new one, and the own one has imports.
    ...admins({ own: 'ok', rest: 'taken' }),
    ask: ({ id }) => ({ body: { sources: [{ _id: id, system: 'csv', name: 'Switch' }] } }),
  },
  idIn('listCallEvents', 'path', 'callSource', admins(ownOnly)),
  idIn('makeCallSourceSecret', 'path', 'callSource', admins(ownOnly)),
  // Only a 3CX has one.
  idIn('getCallSourceTemplate', 'path', 'callSource', admins({ rest: 'gone' })),
  idIn('testCallEvents', 'path', 'callSource', admins({ own: 'same', rest: 'gone' }), () => ({
    body: { body: '[]' },
  })),
  idIn('pullCalls', 'path', 'callSource', admins(ownOnly)),
  withoutId('listExtensions', admins(everyone)),
  {
    ...idIn('replaceExtensions', 'body.extensions.attorney', 'user'),
    ...admins({ ownAttorney: 'ok', rest: 'bad' }),
    ask: ({ id }) => extensionOf(id),
  },
];

const decisionCases: readonly AccessCase[] = [
  {
    ...idIn('decideCallRecord', 'path', 'callRecord'),
    ...both(ownOnly),
    delegate: { rest: 'gone' }, // the attorney's call
    ask: (input) => ({ ...decision(input, {}), params: { id: input.id } }),
  },
  idIn(
    'decideCallRecord',
    'path (of no attorney)',
    'strayCall',
    { attorney: { rest: 'gone' }, admin: ownOnly, system: 'no' },
    () => ({ body: { state: 'private' } }),
  ),
  {
    ...idIn('decideCallRecord', 'body.matter', 'matter'),
    ...both(ownOnly),
    delegate: { rest: 'gone' }, // the attorney's call
    ask: (fields) => decision(fields, { matter: fields.id }),
  },
  {
    ...idIn('decideCallRecord', 'body.entry', 'entry'),
    ...both(ownOnly),
    delegate: { rest: 'gone' }, // the attorney's call
    ask: ({ side, who, id }) => ({
      params: { id: who.standing === 'admin' ? side.strayCall.id : side.callRecord.id },
      body: { state: 'merged', entry: id },
    }),
  },
  {
    ...idIn('decideCallRecord', 'body.attorney', 'user'),
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
    ...idIn('decideCallRecord', 'body.disbursementType', 'type'),
    ...both(ownOnly),
    delegate: { rest: 'gone' }, // the attorney's call
    ask: (given) => decision(given, { disbursementType: given.id }),
  },
];

const callLog =
  '<calls><call number="0825550101" duration="304" date="1773730800000" type="2" /></calls>';

/** Calls of cell phones: of the attorney alone, also where a secretary records for that one. */
const ownCallCases: readonly AccessCase[] = [
  withoutId('listOwnCallImports', { attorney: everyone, admin: 'no', system: 'no' }),
  withoutId('createOwnCallImport', { attorney: everyone, admin: 'no', system: 'no' }, () => ({
    body: { fileStream: callLog },
  })),
  idIn(
    'createOwnCallImport',
    'body (dry run)',
    'none',
    { attorney: { rest: 'same' }, admin: 'no', system: 'no' },
    () => ({ body: { fileStream: callLog, dryRun: true } }),
  ),
  {
    ...idIn('undoOwnCallImport', 'path', 'ownCallImport'),
    attorney: ownOnly,
    delegate: { rest: 'gone' },
    admin: 'no',
    system: 'no',
  },
];

/** Calls of telephone systems, and what becomes of them. */
export const callCases: readonly AccessCase[] = [
  ...setUpCases,
  withoutId('listCallRecords', both(everyone)),
  withoutId('getCallArrivals', both(everyone)),
  {
    ...idIn('listCallRecords', 'query.attorney', 'user'),
    ...both({ malformed: 'bad', rest: 'ok' }),
    ask: ({ id }) => ({ query: { attorney: id, isOpen: 'true' } }),
  },
  ...decisionCases,
  ...ownCallCases,
  {
    // Each id is answered for itself.
    ...idIn('acceptCallRecords', 'body.ids', 'callRecord'),
    ...both({ malformed: 'bad', rest: 'same' }),
    ask: ({ id }) => ({ body: { ids: [id] } }),
    echoes: true,
  },
  {
    ...idIn('acceptCallRecords', 'body.attorney', 'user'),
    ...both({ malformed: 'bad', rest: 'same' }),
    ask: ({ id }) => ({ body: { ...march, attorney: id } }),
  },
  {
    ...idIn('createCallMerge', 'body.attorney (dry run)', 'user'),
    ...both({ malformed: 'bad', rest: 'same' }),
    ask: ({ id }) => ({ body: { ...march, attorney: id, dryRun: true } }),
  },
  withoutId('createCallMerge', both(everyone), () => ({ body: march })),
  {
    ...idIn('undoCallMerge', 'path', 'callMerge'),
    ...both(ownOnly),
    delegate: { rest: 'gone' },
    ask: ({ id }) => ({ params: { id } }),
  },
  withoutId('listPrivateNumbers', { attorney: everyone, admin: 'no', system: 'no' }),
  {
    ...idIn('deletePrivateNumber', 'path', 'privateNumber'),
    attorney: ownOnly,
    delegate: { rest: 'gone' },
    admin: 'no',
    system: 'no',
  },
];

const webhook = { url: 'https://receiver.invalid/hook', events: ['import.done'] };
const ofWebhook = { at: 'path', of: 'webhook', ...admins(ownOnly) } as const;

export const webhookCases: readonly AccessCase[] = [
  withoutId('listWebhooks', admins(everyone)),
  withoutId('createWebhook', admins(everyone), () => ({ body: webhook })),
  { call: 'updateWebhook', ...ofWebhook, ask: () => ({ body: webhook }) },
  { call: 'deleteWebhook', ...ofWebhook },
  { call: 'testWebhook', ...ofWebhook },
  { call: 'listWebhookDeliveries', ...ofWebhook },
  idIn('repeatWebhookDelivery', 'path', 'webhookDelivery', admins(ownOnly)),
];

const pdf = { accept: 'application/pdf' };

export const statementCases: readonly AccessCase[] = [
  idIn('getStatement', 'path', 'matter', admins(ownOnly)),
  idIn('getStatement', 'path (as a PDF)', 'matter', admins(ownOnly), () => ({ headers: pdf })),
  withoutId('getStatements', admins(everyone)),
  idIn('getStatements', 'none (as a ZIP)', 'none', admins(everyone), () => ({
    headers: { accept: 'application/zip' },
  })),
  idIn('createTaxationPack', 'path', 'matter', admins(ownOnly), () => ({ body: {} })),
  {
    ...idIn('createTaxationPack', 'path (dry run)', 'matter'),
    ...admins({ own: 'same', rest: 'gone' }),
    ask: () => ({ body: { dryRun: true } }),
  },
  withoutId('listTaxationPacks', admins(everyone)),
  idIn('listTaxationPacks', 'query.matter', 'matter', admins({ rest: 'ok' }), ({ id }) => ({
    query: { matter: id },
  })),
  idIn('getTaxationPack', 'path', 'taxationPack', admins(ownOnly)),
  withoutId('getTaxationSettings', admins(everyone)),
  withoutId('saveTaxationSettings', admins(everyone), () => ({
    body: { titles: { who: 'Attorney' } },
  })),
  idIn('getTaxationPackFile', 'path', 'taxationPack', { ...admins(ownOnly), writes: true }),
];
