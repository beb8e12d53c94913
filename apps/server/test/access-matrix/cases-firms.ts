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
  idIn,
  withoutId,
  systemAdmins,
  all,
} from './expectations.ts';
import type { Kind } from './objects.ts';
import { leaksIn } from './leaks.ts';
import { feeRow } from '../factories.ts';
import type { FirmFixture } from './firm-fixture.ts';

const oneBand = { startTime: 0, endTime: 9, additionalTime: 0, charges: 44 };

const inJson = { headers: { accept: 'application/json' } };

/** Also what stands in the PDF within the JSON. */
function showsOwnFirm(body: unknown, input: CaseContext): string | undefined {
  const { fileContent } = (body as { data: { fileContent: string } }).data; // the contract's
  const texts = readPdf(Buffer.from(fileContent, 'base64')).flat();
  const shown = texts.some((text) => text.includes(input.side.mark)) ? [] : ['no mark'];
  return [...shown, ...leaksIn(texts.join(' '), input)].at(0);
}

const annexures: readonly AccessCase[] = [
  {
    ...idIn('getFeeAnnexure', 'path', 'user'),
    attorney: selfOnly,
    admin: ownAttorneys,
    system: 'no',
    ask: () => inJson,
    shows: showsOwnFirm,
  },
  withoutId('getFeeAnnexures', { ...admins(everyone), shows: showsOwnFirm }, () => inJson),
];

const fees: readonly AccessCase[] = [
  idIn('listCallFeeHistory', 'path', 'user', admins(ownAttorneys), ({ side }) => ({
    query: { disbursementType: side.type.id },
  })),
  idIn('listCallFeeHistory', 'query.disbursementType', 'type', admins(ownOnly), ({ side, id }) => ({
    params: { id: side.people.attorney.id },
    query: { disbursementType: id },
  })),
  idIn('applyCallFees', 'body.attorneys', 'user', admins(ownAttorneys), ({ side, id }) => ({
    body: {
      disbursementType: side.unusedType.id,
      attorneys: [...new Set([side.people.colleague.id, id])],
      callFees: [oneBand],
    },
  })),
  idIn('applyCallFees', 'body.disbursementType', 'type', admins(ownOnly), ({ side, id }) => ({
    body: { disbursementType: id, attorneys: [side.people.attorney.id], callFees: [oneBand] },
  })),
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
  withoutId('listFirms', all(everyone)),
  idIn('getFirm', 'path', 'firm', { attorney: ownOnly, admin: ownOnly, system: anything }),
  withoutId('createFirm', systemAdmins(everyone), () => ({ body: newFirm() })),
  {
    ...idIn('createFirm', 'body._id', 'firm'),
    ...systemAdmins({ absent: 'ok', rest: 'taken' }),
    ask: ({ id }) => ({ body: { ...newFirm(), _id: id } }),
  },
  idIn('updateFirm', 'path', 'firm', systemAdmins(anything), () => ({
    body: { name: 'Another name' },
  })),
  idIn('updateFirm', 'body._id', 'firm', systemAdmins({ rest: 'bad' }), ({ fixture, id }) => ({
    params: { id: id === fixture.b.id ? fixture.a.id : fixture.b.id },
    body: { _id: id, name: 'Another name' },
  })),
  // The only user of firm B in the table is the present admin.
  idIn('updateFirm', 'body.admin', 'user', systemAdmins({ rest: 'bad' }), ({ fixture, id }) => ({
    params: { id: fixture.b.id },
    body: { admin: id === fixture.b.people.admin.id ? fixture.b.people.attorney.id : id },
  })),
  ...([true, false] as const).map(
    (isFree): AccessCase => ({
      ...idIn('updateFirm', isFree ? 'body.domains' : 'body.domains (of the other firm)', 'none'),
      ...systemAdmins({ rest: isFree ? 'ok' : 'taken' }),
      ask: ({ fixture }) => ({
        params: { id: fixture.a.id },
        body: { domains: [fixture.a.domain, isFree ? 'one-more.co.za' : fixture.b.domain] },
      }),
    }),
  ),
  idIn('updateFirm', 'body.admin (of the firm)', 'none', systemAdmins(everyone), ({ fixture }) => ({
    params: { id: fixture.a.id },
    body: { admin: fixture.a.people.former.id },
  })),
];

/** Firms, and what their attorneys may charge. */
const settings: readonly AccessCase[] = [
  withoutId('getFirmSettings', admins(everyone)),
  withoutId('saveFirmSettings', admins(everyone), () => ({ body: { reminders: { hour: 9 } } })),
  withoutId('listFailures', systemAdmins(everyone)),
  withoutId('listVatRates', all(everyone)),
  withoutId('createVatRate', systemAdmins(everyone), () => ({
    body: { percent: 16, validFrom: '2099-01-01' },
  })),
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
/** The firm that the system administrator names, whose domain the email has; else the own firm. */
const sideOf = ({ fixture, who, id, side }: CaseContext): FirmFixture =>
  who.standing === 'system' && id === fixture.b.id ? fixture.b : side;
const registering = (at: string, of: Kind = 'none') =>
  ({ ...idIn('register', at, of), attorney: 'no' }) as const;
const ofTypes = { own: 'ok', rest: 'gone' } as const;

export const registrationCases: readonly AccessCase[] = [
  {
    ...registering('body.firm', 'firm'),
    admin: ownOnly,
    system: { rest: 'no' },
    ask: ({ side, id }) => ({ body: attorney(side, { firm: id }) }),
  },
  {
    ...registering('body.firm._id', 'firm'),
    admin: ownOnly,
    system: { rest: 'no' },
    ask: ({ side, id }) => ({ body: attorney(side, { firm: { _id: id, name: 'x' } }) }),
  },
  {
    ...registering('body.firm (firm admin)', 'firm'),
    admin: { rest: 'no' },
    system: anything,
    ask: (value) => ({ body: firmAdmin(sideOf(value), { firm: value.id }) }),
  },
  {
    ...registering('body.role 10'),
    admin: { rest: 'bad' },
    system: { rest: 'bad' },
    ask: ({ side }) => ({ body: attorney(side, { role: 10 }) }),
  },
  {
    // Another firm's email is outside of the own domains, in use or not.
    ...registering('body.email', 'user'),
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
    ...registering('body.email (firm admin)'),
    admin: { rest: 'no' },
    system: { rest: 'bad' },
    ask: ({ fixture }) => ({ body: firmAdmin(fixture.a, { email: 'nobody@elsewhere.co.za' }) }),
  },
  {
    ...registering('body.disbursementTypes', 'type'),
    admin: ofTypes,
    system: { rest: 'no' },
    ask: ({ side, id }) => ({ body: attorney(side, { disbursementTypes: [id] }) }),
  },
  {
    ...registering('body.callFees.disbursementType', 'type'),
    admin: { own: 'ok', rest: 'bad' },
    system: { rest: 'no' },
    ask: ({ side, id }) => ({
      body: attorney(side, { disbursementTypes: [side.type.id], callFees: [feeRow(id, 0, 9, 44)] }),
    }),
  },
  {
    ...registering('body.recordsFor', 'user'),
    admin: { ownAttorney: 'ok', rest: 'gone' },
    system: { rest: 'no' },
    ask: ({ side, id }) => ({ body: attorney(side, { recordsFor: [id] }) }),
  },
  {
    ...registering('body.firm (auditor)', 'firm'),
    admin: ownOnly,
    system: { rest: 'no' },
    ask: ({ side, id }) => ({ body: auditor(side, { firm: id }) }),
  },
  {
    ...registering('body.email (auditor)', 'firm'),
    // From outside, but not from another firm.
    admin: { foreign: 'bad', malformed: 'ok', rest: 'ok' },
    system: { malformed: 'no', rest: 'no' },
    ask: ({ fixture: { a, b }, side, id }) => {
      const { domain } = [a, b].find((each) => each.id === id) ?? { domain: 'books.example.com' };
      return { body: auditor(side, { email: `new-${newId().slice(-12)}@${domain}` }) };
    },
  },
];
