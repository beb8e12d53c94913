import { role } from '@recoup/contract/core/access';
import { groupByType } from '@recoup/contract/call-fees/endpoints';
import { toCallFeeBand, toFeeRow } from '@recoup/contract/call-fees/fee-rows';
import type { CallFeeBand } from '@recoup/contract/call-fees/rules';
import { isEmail } from '@recoup/contract/core/email-field';
import { attorneyFields } from '@recoup/contract/users/person-fields';
import type { CurrentUser, User } from '@recoup/contract/users/user';
import { validateFirmEmail, emailMessages } from '@recoup/contract/users/messages';
import { defineForm, emailField, formValuesFrom, ownField } from '../ui/form/define-form.ts';
import type { DefinedForm } from '../ui/form/defined-fields.tsx';
import { keepTyped, type Line, type ThreeWay } from '../platform/edit-conflict/three-way.ts';
import { personFields } from './person-fields.tsx';

export type Firm = NonNullable<CurrentUser['firm']>;

/** The contract's own rules, with the firm's domains. */
export function defineAttorneyForm(domains: readonly string[]) {
  return defineForm({
    name: personFields.name({ schema: attorneyFields.name, isRequired: true }),
    email: emailField('Email', {
      schema: attorneyFields.email.refine(
        (address) => !isEmail(address) || validateFirmEmail(address, domains) === undefined,
        emailMessages[role.attorney].foreign,
      ),
      isRequired: true,
      description: `Used to sign in. Must be at ${domains.join(' or ')}.`,
    }),
    cell: personFields.cell({ schema: attorneyFields.cell, isRequired: true }),
    status: personFields.status,
    types: ownField<string[]>({ read: (saved) => saved ?? [] }),
    /** The bands (cents) of each assigned type. */
    fees: ownField<Record<string, readonly CallFeeBand[]>>({ read: (saved) => saved ?? {} }),
    /** The first day of changed fees; empty for the day of saving. */
    callFeesFrom: ownField<string>({ read: () => '' }),
    /** Attorneys for whom this one records, in the order of their ids. */
    recordsFor: ownField<string[], User['recordsFor']>({
      read: (saved) => (saved ?? []).map(({ _id }) => _id).toSorted(),
    }),
    invitation: personFields.invitation,
  });
}

type Definition = ReturnType<typeof defineAttorneyForm>;
export type AttorneyForm = DefinedForm<Definition['fields']>;
export type AttorneyValues = AttorneyForm['values'];
export type TypesAndFees = Pick<AttorneyValues, 'types' | 'fees'>;

export function attorneyValues(form: Definition, user: User | undefined): AttorneyValues {
  return { ...formValuesFrom(form, user), ...(user && typesAndFees(user)) };
}

/** Assigned types, and the call fees of each. */
export function typesAndFees(user: User): TypesAndFees {
  const types = user.disbursementTypes.map(({ _id }) => _id);
  const byType = groupByType(user.callFees);
  const fees = types.map((typeId) => [
    typeId,
    (byType.get(typeId) ?? []).map(({ fee }) => toCallFeeBand(fee)),
  ]);
  return { types, fees: Object.fromEntries(fees) };
}

export function formTitle(id: string | undefined): string {
  return id === undefined ? 'Add Attorney' : 'Edit Attorney';
}

/** Request body for registering and for changing an attorney. */
export function toBody(values: AttorneyValues) {
  const { types, fees, callFeesFrom: _day, invitation: _invitation, ...rest } = values;
  return {
    ...rest,
    disbursementTypes: types,
    callFees: types.flatMap((typeId) =>
      (fees[typeId] ?? []).map((band) => ({ disbursementType: typeId, ...toFeeRow(band) })),
    ),
  };
}

/** The types whose call fees are others than before. */
export function typesWithChangedFees(before: TypesAndFees, after: TypesAndFees): string[] {
  const feesJson = ({ fees }: TypesAndFees, typeId: string) => JSON.stringify(fees[typeId] ?? []);
  return after.types.filter((typeId) => feesJson(before, typeId) !== feesJson(after, typeId));
}

/** The types that stay, but whose call fees were taken away. */
export function typesWithoutFees(before: TypesAndFees, after: TypesAndFees): string[] {
  return after.types.filter(
    (typeId) => (before.fees[typeId] ?? []).length > 0 && (after.fees[typeId] ?? []).length === 0,
  );
}

/** Adds a type or replaces its rows. */
export function withType(
  values: AttorneyValues,
  typeId: string,
  bands: readonly CallFeeBand[],
): TypesAndFees {
  const types = values.types.includes(typeId) ? values.types : [...values.types, typeId];
  return { types, fees: { ...values.fees, [typeId]: bands } };
}

export function withoutType(values: AttorneyValues, typeId: string): TypesAndFees {
  const { [typeId]: _, ...fees } = values.fees;
  return { types: values.types.filter((each) => each !== typeId), fees };
}

type Formatters = {
  type: (typeId: string) => string;
  fees: (bands: readonly CallFeeBand[]) => string;
};

/** The assigned types with their fees, as texts. */
export function typeLines(
  values: AttorneyValues,
  sides: ThreeWay<AttorneyValues>,
  say: Formatters,
): Line[] {
  const typeIds = allTypeIds(sides);
  const assigned = feesByType(values, typeIds);
  return typeIds.map((typeId) => [
    say.type(typeId),
    assigned[typeId] ? say.fees(assigned[typeId]) : 'not assigned',
  ]);
}

/** Each assigned type with its call fees is merged by itself. */
export function mergeAttorney(sides: ThreeWay<AttorneyValues>): AttorneyValues {
  const typeIds = allTypeIds(sides);
  const merged = keepTyped({
    base: feesByType(sides.base, typeIds),
    yours: feesByType(sides.yours, typeIds),
    theirs: feesByType(sides.theirs, typeIds),
  });
  const assigned = typeIds.flatMap((typeId) =>
    merged[typeId] ? [[typeId, merged[typeId]] as const] : [],
  );
  return {
    ...keepTyped(sides),
    types: assigned.map(([typeId]) => typeId),
    fees: Object.fromEntries(assigned),
  };
}

function allTypeIds({ base, yours, theirs }: ThreeWay<AttorneyValues>): readonly string[] {
  return [...new Set([...theirs.types, ...yours.types, ...base.types])];
}

/** The call fees of each type; null for one that is not assigned. */
function feesByType(
  { types, fees }: AttorneyValues,
  typeIds: readonly string[],
): Record<string, readonly CallFeeBand[] | null> {
  return Object.fromEntries(
    typeIds.map((typeId) => [typeId, types.includes(typeId) ? (fees[typeId] ?? []) : null]),
  );
}
