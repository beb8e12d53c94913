import { z } from 'zod';
import { defineEndpoints } from '../core/endpoint.ts';
import { dataReply, isoDate, secret, text } from '../core/fields.ts';
import { texts } from '../core/texts.ts';
import { changedSignOn, signOnSettings } from '../sign-on/settings.ts';
import { vatNumber } from '../vat/vat-number.ts';

/** The most working days before the last one of a month on which reminders begin. */
const maxWorkingDaysBefore = 10;

const workingDays = `Must be a whole number from 0 to ${maxWorkingDaysBefore}.`;
const hourOfDay = 'Must be a whole hour from 0 to 23.';

const reminders = z.strictObject(
  {
    isOn: z.boolean('Must be true or false.'),
    workingDaysBefore: z
      .int(workingDays)
      .min(0, workingDays)
      .max(maxWorkingDaysBefore, workingDays)
      .meta({
        description:
          'Reminders go out on the last working day of a month and on so many before it.',
      }),
    hour: z
      .int(hourOfDay)
      .min(0, hourOfDay)
      .max(23, hourOfDay)
      .meta({ description: 'In South African time.' }),
  },
  'Must be an object.',
);

/** Whether and how the firm charges VAT. */
const vatFields = {
  isVatVendor: z.boolean('Must be true or false.'),
  vatNumber: vatNumber.nullable(),
  pricesIncludeVat: z
    .boolean('Must be true or false.')
    .meta({ description: 'Whether call fees, unit prices and typed amounts include the VAT.' }),
};

const policy = z.enum(['off', 'admins', 'all'], 'Must be off, admins or all.');

/** The policy on second factors, and the South African day from which it holds. */
const secondFactor = z
  .strictObject({ policy, from: isoDate.nullable() })
  .meta({ description: '`from` is null while the policy is off.' });

/** Without `from`, a new policy holds from today. */
const changedSecondFactor = z.strictObject(
  { policy, from: isoDate.optional() },
  'Must be an object.',
);

/** Whom people and the Information Regulator may ask about personal information. */
const informationOfficer = z
  .strictObject(
    {
      name: text({ min: 1, max: 100 }),
      email: z
        .string('Must be an email address.')
        .trim()
        .max(254, 'Must not be more than 254 characters long.')
        .pipe(z.email('Must be an email address.')),
      phone: text({ max: 40 }),
    },
    'Must be an object.',
  )
  .nullable();

export const firmSettings = z
  .strictObject({
    ...vatFields,
    reminders,
    secondFactor,
    informationOfficer,
    signOn: signOnSettings.nullable(),
  })
  .meta({ id: 'FirmSettings' });
export type FirmSettings = z.infer<typeof firmSettings>;

/** Absent fields stay as they are. */
export const changedFirmSettings = z
  .strictObject({
    ...vatFields,
    reminders: reminders.partial(),
    secondFactor: changedSecondFactor,
    informationOfficer,
    signOn: changedSignOn.nullable(),
    /** For `signOn`, ten minutes after the sign-in. */
    password: secret({ max: 1024, required: texts.passwordRequired }),
  })
  .partial()
  .meta({ id: 'ChangedFirmSettings' });
export type ChangedFirmSettings = z.infer<typeof changedFirmSettings>;

const reply = dataReply(firmSettings).meta({ id: 'FirmSettingsReply' });

export const firmSettingsEndpoints = defineEndpoints({
  getFirmSettings: {
    call: 'GET /firm-settings',
    may: 'firm-settings:read',
    summary: 'The settings of the own firm',
    replies: { 200: reply },
  },
  saveFirmSettings: {
    call: 'PUT /firm-settings',
    may: 'firm-settings:write',
    summary: 'Change settings of the own firm; absent fields stay as they are',
    body: changedFirmSettings,
    replies: { 200: reply },
    errors: ['conflict', 'reauthentication_required'],
  },
});
