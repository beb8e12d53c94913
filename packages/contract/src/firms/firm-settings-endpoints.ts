import { z } from 'zod';
import { defineEndpoints } from '../core/endpoint.ts';
import { dataOf } from '../core/fields.ts';

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

export const firmSettings = z.strictObject({ reminders }).meta({ id: 'FirmSettings' });
export type FirmSettings = z.infer<typeof firmSettings>;

/** Absent fields stay as they are. */
export const changedFirmSettings = z
  .strictObject({ reminders: reminders.partial() })
  .partial()
  .meta({ id: 'ChangedFirmSettings' });
export type ChangedFirmSettings = z.infer<typeof changedFirmSettings>;

const reply = dataOf(firmSettings).meta({ id: 'FirmSettingsReply' });

export const firmSettingsEndpoints = defineEndpoints({
  getFirmSettings: {
    method: 'GET',
    path: '/firm-settings',
    may: 'firm-settings:read',
    summary: 'The settings of the own firm',
    replies: { 200: reply },
  },
  saveFirmSettings: {
    method: 'PUT',
    path: '/firm-settings',
    may: 'firm-settings:write',
    summary: 'Change settings of the own firm; absent fields stay as they are',
    body: changedFirmSettings,
    replies: { 200: reply },
  },
});
