import { z } from 'zod';
import { callFee } from '../call-fees/endpoints.ts';
import { feeSchedule } from '../call-fees/schedules.ts';
import { role, userStatus } from '../core/access.ts';
import { liveUnitPrice } from '../disbursements/unit-prices.ts';
import { firmOfUser, firstSignInUntil } from '../firms/endpoints.ts';
import { dateForms } from './date-forms.ts';

const roleValue = z.union([
  z.literal(role.attorney),
  z.literal(role.attorneyAdmin),
  z.literal(role.auditor),
  z.literal(role.systemAdmin),
]);
export const statusValue = z.literal(
  [userStatus.blocked, userStatus.inactive, userStatus.active],
  'Must be 0, 1 or 2.',
);

const person = {
  _id: z.string(),
  name: z.string(),
  email: z.string(),
  cell: z.string(),
  role: roleValue,
  status: statusValue,
  initials: z.string(),
  pwdResetRequired: z.boolean(),
};

const typeOfUser = z
  .object({ _id: z.string(), title: z.string(), active: z.boolean() })
  .meta({ id: 'TypeOfUser' });

/** With the live unit prices, so that a client prices by the day without a network. */
const pricedTypeOfUser = typeOfUser
  .extend({ unitPrices: z.array(liveUnitPrice) })
  .meta({ id: 'PricedTypeOfUser' });

/** The last day on which an auditor signs in; null for all others. */
const endsOn = z
  .string()
  .nullable()
  .meta({ description: 'The last day of an auditor, in South Africa; null for all others.' });

/** Attorneys for whom a user of role 0 records. */
const recordsFor = z.array(z.object({ _id: z.string(), name: z.string() }));

export const listedUser = z
  .object({
    ...person,
    firm: z.string().nullable(),
    endsOn,
    disbursementTypes: z.array(typeOfUser),
    hasSecondFactor: z.boolean(),
  })
  .meta({ id: 'ListedUser' });
export type ListedUser = z.infer<typeof listedUser>;

/** `callFees` are those of today; `callFeeSchedules` those of all days, also coming ones. */
const fullUser = z.object({
  ...person,
  firm: firmOfUser.nullable(),
  disbursementTypes: z.array(pricedTypeOfUser),
  callFees: z.array(callFee),
  callFeeSchedules: z.array(feeSchedule),
});

/** `requiredFrom`: South African day from which a policy requires a second factor. */
const ownSecondFactor = z.object({
  isOwed: z.boolean(),
  isOn: z.boolean(),
  requiredFrom: z.string().nullable(),
});

/**
 * A copy on a device by an earlier version lacks the optional fields. `recordsFor` leaves out
 * attorneys who are not active.
 */
export const currentUser = fullUser
  .extend({
    dateForm: z.enum(dateForms).optional(),
    recordsFor: recordsFor.optional(),
    secondFactor: ownSecondFactor.optional(),
    isHeld: z
      .boolean()
      .optional()
      .meta({ description: 'Whether nothing leaves the installation, as after a restore.' }),
    usesCalls: z
      .boolean()
      .optional()
      .meta({ description: 'Whether the firm has a telephone system, an extension or a call.' }),
  })
  .meta({ id: 'CurrentUser' });
export type CurrentUser = z.infer<typeof currentUser>;

/** `recordsFor` has attorneys who are not active too. */
export const user = fullUser
  .extend({ version: z.int(), firstSignInUntil, endsOn, recordsFor })
  .meta({ id: 'User' });
export type User = z.infer<typeof user>;

/** Prices of the entries that a user records for this attorney. */
export const pricesOfAttorney = fullUser
  .pick({ disbursementTypes: true, callFees: true, callFeeSchedules: true })
  .extend({ _id: z.string(), name: z.string() })
  .meta({ id: 'PricesOfAttorney' });
export type PricesOfAttorney = z.infer<typeof pricesOfAttorney>;
