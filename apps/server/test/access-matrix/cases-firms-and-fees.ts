import { newId } from '@recoup/contract/core/ids';
import { readPdf } from '../pdf-text.ts';
import {
  admins,
  anything,
  type CaseContext,
  everyone,
  ownAttorneys,
  ownOnly,
  selfOnly,
  type AccessCase,
  none,
} from './expectations.ts';
import { leaksIn } from './leaks.ts';

const feeRow = { startTime: 0, endTime: 9, additionalTime: 0, charges: 44 };

const inJson = { headers: { accept: 'application/json' } };

/** Also what stands in the PDF within the JSON. */
function showsOwnFirm(body: unknown, given: CaseContext): string | undefined {
  const { fileContent } = (body as { data: { fileContent: string } }).data; // the contract's
  const texts = readPdf(Buffer.from(fileContent, 'base64')).flat();
  const shown = texts.some((text) => text.includes(given.side.mark)) ? [] : ['no mark'];
  return [...shown, ...leaksIn(texts.join(' '), given)].at(0);
}

const annexures: readonly AccessCase[] = [
  {
    call: 'getFeeAnnexure',
    at: 'path',
    of: 'user',
    attorney: selfOnly,
    admin: ownAttorneys,
    system: 'no',
    ask: ({ id }) => ({ params: { id }, ...inJson }),
    shows: showsOwnFirm,
  },
  {
    call: 'getFeeAnnexures',
    ...none,
    ...admins(everyone),
    ask: () => inJson,
    shows: showsOwnFirm,
  },
];

const fees: readonly AccessCase[] = [
  {
    call: 'listCallFeeHistory',
    at: 'path',
    of: 'user',
    attorney: 'no',
    admin: ownAttorneys,
    system: 'no',
    ask: ({ side, id }) => ({ params: { id }, query: { disbursementType: side.type.id } }),
  },
  {
    call: 'listCallFeeHistory',
    at: 'query.disbursementType',
    of: 'type',
    attorney: 'no',
    admin: ownOnly,
    system: 'no',
    ask: ({ side, id }) => ({
      params: { id: side.people.attorney.id },
      query: { disbursementType: id },
    }),
  },
  {
    call: 'applyCallFees',
    at: 'body.attorneys',
    of: 'user',
    attorney: 'no',
    admin: ownAttorneys,
    system: 'no',
    ask: ({ side, id }) => ({
      body: {
        disbursementType: side.unusedType.id,
        attorneys: [...new Set([side.people.colleague.id, id])],
        callFees: [feeRow],
      },
    }),
  },
  {
    call: 'applyCallFees',
    at: 'body.disbursementType',
    of: 'type',
    attorney: 'no',
    admin: ownOnly,
    system: 'no',
    ask: ({ side, id }) => ({
      body: { disbursementType: id, attorneys: [side.people.attorney.id], callFees: [feeRow] },
    }),
  },
  ...(['body.attorneys (dry run)', 'body.disbursementType (dry run)'] as const).map(
    (at): AccessCase => ({
      call: 'applyCallFees',
      at,
      of: at.startsWith('body.attorneys') ? 'user' : 'type',
      attorney: 'no',
      admin: at.startsWith('body.attorneys')
        ? { ownAttorney: 'same', rest: 'gone' }
        : { own: 'same', rest: 'gone' },
      system: 'no',
      ask: ({ side, id }) => {
        const named = at.startsWith('body.attorneys')
          ? { attorneys: [id] }
          : { disbursementType: id };
        const body = {
          disbursementType: side.unusedType.id,
          attorneys: [side.people.attorney.id],
          callFees: [feeRow],
          dryRun: true,
        };
        return { body: { ...body, ...named } };
      },
    }),
  ),
];

const newFirm = () => ({ name: 'A firm of its own', domains: [`d${newId().slice(-12)}.co.za`] });

const firms: readonly AccessCase[] = [
  { call: 'listFirms', ...none, attorney: everyone, admin: everyone, system: everyone },
  { call: 'getFirm', at: 'path', of: 'firm', attorney: ownOnly, admin: ownOnly, system: anything },
  {
    call: 'createFirm',
    ...none,
    attorney: 'no',
    admin: 'no',
    system: everyone,
    ask: () => ({ body: newFirm() }),
  },
  {
    call: 'createFirm',
    at: 'body._id',
    of: 'firm',
    attorney: 'no',
    admin: 'no',
    system: { absent: 'ok', rest: 'taken' },
    ask: ({ id }) => ({ body: { ...newFirm(), _id: id } }),
  },
  {
    call: 'updateFirm',
    at: 'path',
    of: 'firm',
    attorney: 'no',
    admin: 'no',
    system: anything,
    ask: ({ id }) => ({ params: { id }, body: { name: 'Another name' } }),
  },
  {
    call: 'updateFirm',
    at: 'body._id',
    of: 'firm',
    attorney: 'no',
    admin: 'no',
    system: { rest: 'bad' },
    ask: ({ fixture, id }) => ({
      params: { id: id === fixture.b.id ? fixture.a.id : fixture.b.id },
      body: { _id: id, name: 'Another name' },
    }),
  },
  {
    call: 'updateFirm',
    at: 'body.admin',
    of: 'user',
    attorney: 'no',
    admin: 'no',
    system: { rest: 'bad' },
    // Of firm B, of whose users the table has only the present admin.
    ask: ({ fixture, id }) => ({
      params: { id: fixture.b.id },
      body: { admin: id === fixture.b.people.admin.id ? fixture.b.people.attorney.id : id },
    }),
  },
  ...([true, false] as const).map(
    (isFree): AccessCase => ({
      call: 'updateFirm',
      at: isFree ? 'body.domains' : 'body.domains (of the other firm)',
      of: 'none',
      attorney: 'no',
      admin: 'no',
      system: { rest: isFree ? 'ok' : 'taken' },
      ask: ({ fixture }) => ({
        params: { id: fixture.a.id },
        body: { domains: [fixture.a.domain, isFree ? 'one-more.co.za' : fixture.b.domain] },
      }),
    }),
  ),
  {
    call: 'updateFirm',
    at: 'body.admin (of the firm)',
    of: 'none',
    attorney: 'no',
    admin: 'no',
    system: everyone,
    ask: ({ fixture }) => ({
      params: { id: fixture.a.id },
      body: { admin: fixture.a.people.former.id },
    }),
  },
];

/** Firms, and what their attorneys may charge. */
const settings: readonly AccessCase[] = [
  { call: 'getFirmSettings', ...none, ...admins(everyone) },
  {
    call: 'saveFirmSettings',
    ...none,
    ...admins(everyone),
    ask: () => ({ body: { reminders: { hour: 9 } } }),
  },
  { call: 'listVatRates', ...none, attorney: everyone, admin: everyone, system: everyone },
  {
    call: 'createVatRate',
    ...none,
    attorney: 'no',
    admin: 'no',
    system: everyone,
    ask: () => ({ body: { percent: 16, validFrom: '2099-01-01' } }),
  },
];

export const firmCases: readonly AccessCase[] = [...fees, ...annexures, ...firms, ...settings];
