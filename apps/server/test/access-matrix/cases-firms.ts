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
import { feeRow } from '../factories.ts';
import type { FirmFixture } from './firm-fixture.ts';

const oneBand = { startTime: 0, endTime: 9, additionalTime: 0, charges: 44 };

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
        callFees: [oneBand],
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
      body: { disbursementType: id, attorneys: [side.people.attorney.id], callFees: [oneBand] },
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
          callFees: [oneBand],
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

const attorney = (side: FirmFixture, more: object = {}) => ({
  role: 0,
  firm: side.id,
  name: 'New Person',
  email: `new-${newId().slice(-12)}@${side.domain}`,
  cell: '0831234567',
  password: 'lantern-harbour-quiet-7',
  ...more,
});
const auditor = (side: FirmFixture, more: object = {}) => ({
  ...attorney(side),
  role: 2,
  endsOn: '2027-01-31',
  ...more,
});
const firmAdmin = (side: FirmFixture, more: object = {}) => ({
  role: 1,
  firm: side.id,
  email: `new-${newId().slice(-12)}@${side.domain}`,
  cell: '0831234567',
  ...more,
});
/** The firm that the system administrator names, whose domain the e-mail has; else the own firm. */
const sideOf = ({ fixture, who, id, side }: CaseContext): FirmFixture =>
  who.standing === 'system' && id === fixture.b.id ? fixture.b : side;
const registering = { call: 'register', attorney: 'no' } as const;
const ofTypes = { own: 'ok', rest: 'gone' } as const;

export const registrationCases: readonly AccessCase[] = [
  {
    ...registering,
    at: 'body.firm',
    of: 'firm',
    admin: ownOnly,
    system: { rest: 'no' },
    ask: ({ side, id }) => ({ body: attorney(side, { firm: id }) }),
  },
  {
    ...registering,
    at: 'body.firm._id',
    of: 'firm',
    admin: ownOnly,
    system: { rest: 'no' },
    ask: ({ side, id }) => ({ body: attorney(side, { firm: { _id: id, name: 'x' } }) }),
  },
  {
    ...registering,
    at: 'body.firm (firm admin)',
    of: 'firm',
    admin: { rest: 'no' },
    system: anything,
    ask: (given) => ({ body: firmAdmin(sideOf(given), { firm: given.id }) }),
  },
  {
    ...registering,
    at: 'body.role 10',
    of: 'none',
    admin: { rest: 'bad' },
    system: { rest: 'bad' },
    ask: ({ side }) => ({ body: attorney(side, { role: 10 }) }),
  },
  {
    // Another firm's e-mail is outside of the own domains, in use or not.
    ...registering,
    at: 'body.email',
    of: 'user',
    admin: { rest: 'taken', higher: 'bad', foreign: 'bad', absent: 'bad' },
    system: { rest: 'no' },
    ask: ({ fixture, side, id }) => {
      const person = [
        ...Object.values(fixture.a.people),
        ...Object.values(fixture.b.people),
        fixture.system,
      ].find((each) => each.id === id);
      return {
        body: attorney(side, {
          email: person?.email ?? (id === fixture.absent ? 'nobody@elsewhere.co.za' : 'no-email'),
        }),
      };
    },
  },
  {
    ...registering,
    at: 'body.email (firm admin)',
    of: 'none',
    admin: { rest: 'no' },
    system: { rest: 'bad' },
    ask: ({ fixture }) => ({ body: firmAdmin(fixture.a, { email: 'nobody@elsewhere.co.za' }) }),
  },
  {
    ...registering,
    at: 'body.disbursementTypes',
    of: 'type',
    admin: ofTypes,
    system: { rest: 'no' },
    ask: ({ side, id }) => ({ body: attorney(side, { disbursementTypes: [id] }) }),
  },
  {
    ...registering,
    at: 'body.callFees.disbursementType',
    of: 'type',
    admin: { own: 'ok', rest: 'bad' },
    system: { rest: 'no' },
    ask: ({ side, id }) => ({
      body: attorney(side, { disbursementTypes: [side.type.id], callFees: [feeRow(id, 0, 9, 44)] }),
    }),
  },
  {
    ...registering,
    at: 'body.recordsFor',
    of: 'user',
    admin: { ownAttorney: 'ok', rest: 'gone' },
    system: { rest: 'no' },
    ask: ({ side, id }) => ({ body: attorney(side, { recordsFor: [id] }) }),
  },
  {
    ...registering,
    at: 'body.firm (auditor)',
    of: 'firm',
    admin: ownOnly,
    system: { rest: 'no' },
    ask: ({ side, id }) => ({ body: auditor(side, { firm: id }) }),
  },
  {
    ...registering,
    at: 'body.email (auditor)',
    of: 'firm',
    // From outside, but not from another firm.
    admin: { foreign: 'bad', malformed: 'ok', rest: 'ok' },
    system: { malformed: 'no', rest: 'no' },
    ask: ({ fixture: { a, b }, side, id }) => {
      const { domain } = [a, b].find((each) => each.id === id) ?? { domain: 'books.example.com' };
      return { body: auditor(side, { email: `new-${newId().slice(-12)}@${domain}` }) };
    },
  },
];
