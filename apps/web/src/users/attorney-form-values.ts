import { role, type UserStatus, userStatus } from '@recoup/contract/core/access';
import { groupByType } from '@recoup/contract/call-fees/endpoints';
import { toCallFeeBand, toFeeRow } from '@recoup/contract/call-fees/fee-rows';
import type { CallFeeBand } from '@recoup/contract/call-fees/rules';
import { isEmail } from '@recoup/contract/core/email-field';
import { attorneyFields } from '@recoup/contract/users/person-fields';
import type { CurrentUser, User } from '@recoup/contract/users/user';
import { validateFirmEmail, emailMessages } from '@recoup/contract/users/messages';
import { z } from 'zod';

export type Firm = NonNullable<CurrentUser['firm']>;

/** Values of the form. `fees` has the bands (cents) of each assigned type. */
export type AttorneyValues = {
  name: string;
  email: string;
  cell: string;
  status: string;
  types: string[];
  fees: Record<string, readonly CallFeeBand[]>;
  /** The first day of changed fees; empty for the day of saving. */
  callFeesFrom: string;
  /** Attorneys for whom this one records, in the order of their ids. */
  recordsFor: string[];
  invitation: boolean;
};

const newAttorney: AttorneyValues = {
  name: '',
  email: '',
  cell: '',
  status: String(userStatus.active),
  types: [],
  fees: {},
  callFeesFrom: '',
  recordsFor: [],
  invitation: false,
};

export function formValuesFrom(user: User | undefined): AttorneyValues {
  if (!user) return newAttorney;
  const types = user.disbursementTypes.map(({ _id }) => _id);
  const byType = groupByType(user.callFees);
  const fees = Object.fromEntries(
    types.map((typeId) => [
      typeId,
      (byType.get(typeId) ?? []).map(({ fee }) => toCallFeeBand(fee)),
    ]),
  );
  const { name, email, cell, status } = user;
  return {
    name,
    email,
    cell,
    status: String(status),
    types,
    fees,
    callFeesFrom: '',
    recordsFor: user.recordsFor.map(({ _id }) => _id).toSorted(),
    invitation: false,
  };
}

export function formTitle(id: string | undefined): string {
  return id === undefined ? 'Add Attorney' : 'Edit Attorney';
}

/** The contract's own rules, with the firm's domains. */
export function attorneySchema(domains: readonly string[]) {
  const words = emailMessages[role.attorney];
  return z.object({
    name: attorneyFields.name,
    email: attorneyFields.email.refine(
      (address) => !isEmail(address) || validateFirmEmail(address, domains) === undefined,
      words.foreign,
    ),
    cell: attorneyFields.cell,
  });
}

/** Request body for registering and for changing an attorney. */
export function toBody({ types, fees, ...values }: AttorneyValues) {
  const { name, email, cell, status, recordsFor } = values;
  return {
    name,
    email,
    cell,
    status: Number(status) as UserStatus, // the radios hold nothing else
    recordsFor,
    disbursementTypes: types,
    callFees: types.flatMap((typeId) =>
      (fees[typeId] ?? []).map((band) => ({ disbursementType: typeId, ...toFeeRow(band) })),
    ),
  };
}

/** The types whose call fees are others than before. */
export function typesWithChangedFees(before: AttorneyValues, after: AttorneyValues): string[] {
  const feesJson = (values: AttorneyValues, typeId: string) =>
    JSON.stringify(values.fees[typeId] ?? []);
  return after.types.filter((typeId) => feesJson(before, typeId) !== feesJson(after, typeId));
}

/** The types that stay, but whose call fees were taken away. */
export function typesWithoutFees(before: AttorneyValues, after: AttorneyValues): string[] {
  return after.types.filter(
    (typeId) => (before.fees[typeId] ?? []).length > 0 && (after.fees[typeId] ?? []).length === 0,
  );
}

/** Adds a type or replaces its rows. */
export function withType(
  values: AttorneyValues,
  typeId: string,
  bands: readonly CallFeeBand[],
): Pick<AttorneyValues, 'types' | 'fees'> {
  const types = values.types.includes(typeId) ? values.types : [...values.types, typeId];
  return { types, fees: { ...values.fees, [typeId]: bands } };
}

export function withoutType(
  values: AttorneyValues,
  typeId: string,
): Pick<AttorneyValues, 'types' | 'fees'> {
  const { [typeId]: _, ...fees } = values.fees;
  return { types: values.types.filter((each) => each !== typeId), fees };
}
