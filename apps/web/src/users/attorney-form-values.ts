import { role, type UserStatus, userStatus } from '@recoup/contract/access';
import { bandOf, feeRowOf, groupByType } from '@recoup/contract/call-fees';
import type { CallFeeBand } from '@recoup/contract/call-fees.rules';
import { isEmail } from '@recoup/contract/fields';
import { attorneyFields, type CurrentUser, type User } from '@recoup/contract/users';
import { emailFault, emailTexts } from '@recoup/contract/users.messages';
import { z } from 'zod';
import type { Difference } from '../platform/changed-meanwhile.tsx';

export type Firm = NonNullable<CurrentUser['firm']>;

/** What the attorney form holds. `fees` has the bands (cents) of each assigned type, none for a type without call fees. */
export type AttorneyValues = {
  name: string;
  email: string;
  cell: string;
  status: string;
  types: string[];
  fees: Record<string, readonly CallFeeBand[]>;
  invitation: boolean;
};

export const newAttorney: AttorneyValues = {
  name: '',
  email: '',
  cell: '',
  status: String(userStatus.active),
  types: [],
  fees: {},
  invitation: false,
};

export function valuesOf(user: User): AttorneyValues {
  const types = user.disbursementTypes.map(({ _id }) => _id);
  const byType = groupByType(user.callFees);
  const fees = Object.fromEntries(types.map((typeId) => [typeId, (byType.get(typeId) ?? []).map(({ fee }) => bandOf(fee))]));
  const { name, email, cell, status } = user;
  return { name, email, cell, status: String(status), types, fees, invitation: false };
}

export function formTitle(id: string | undefined): string {
  return id === undefined ? 'Add Attorney' : 'Edit Attorney';
}

/** The contract's own rules, with the firm's domains. */
export function attorneySchema(domains: readonly string[]) {
  const words = emailTexts[role.attorney];
  return z.object({
    name: attorneyFields.name,
    email: attorneyFields.email.refine((address) => !isEmail(address) || emailFault(address, domains) === undefined, words.foreign),
    cell: attorneyFields.cell,
  });
}

/** What both registering and changing send. */
export function bodyOf({ name, email, cell, status, types, fees }: AttorneyValues) {
  return {
    name,
    email,
    cell,
    status: Number(status) as UserStatus, // the radios hold nothing else
    disbursementTypes: types,
    callFees: types.flatMap((typeId) => (fees[typeId] ?? []).map((band) => ({ disbursementType: typeId, ...feeRowOf(band) }))),
  };
}

/** The types that stay, but whose call fees were taken away. */
export function typesWithoutFees(before: AttorneyValues, after: AttorneyValues): string[] {
  return after.types.filter((typeId) => (before.fees[typeId] ?? []).length > 0 && (after.fees[typeId] ?? []).length === 0);
}

/** Adds a type or replaces its rows. */
export function withType(values: AttorneyValues, typeId: string, bands: readonly CallFeeBand[]): Pick<AttorneyValues, 'types' | 'fees'> {
  const types = values.types.includes(typeId) ? values.types : [...values.types, typeId];
  return { types, fees: { ...values.fees, [typeId]: bands } };
}

export function withoutType(values: AttorneyValues, typeId: string): Pick<AttorneyValues, 'types' | 'fees'> {
  const { [typeId]: _, ...fees } = values.fees;
  return { types: values.types.filter((each) => each !== typeId), fees };
}

/** What differs between the form and what somebody else saved meanwhile, for people. */
export function differences(
  yours: AttorneyValues,
  theirs: AttorneyValues,
  say: { status: (status: string) => string; type: (typeId: string) => string; fees: (bands: readonly CallFeeBand[]) => string },
): Difference[] {
  const lines = (values: AttorneyValues): [string, string][] => [
    ['Name', values.name],
    ['Email', values.email],
    ['Cell', values.cell],
    ['Status', say.status(values.status)],
  ];
  const fields = lines(yours).map(([field, mine], index) => ({ field, yours: mine, theirs: lines(theirs)[index]?.[1] ?? '' }));
  const feesOf = (values: AttorneyValues, typeId: string) =>
    values.types.includes(typeId) ? say.fees(values.fees[typeId] ?? []) : 'not assigned';
  const types = [...new Set([...theirs.types, ...yours.types])].map((typeId) => ({
    field: say.type(typeId),
    yours: feesOf(yours, typeId),
    theirs: feesOf(theirs, typeId),
  }));
  return [...fields, ...types].filter((each) => each.yours !== each.theirs);
}
