import { z } from 'zod';
import { maxMinutes, text, wholeUpTo } from '../core/fields.ts';
import { toE164 } from '../core/phone-numbers.ts';
import { entryDays } from './entry-days.ts';

/** Measurements of an entry's call by a timer or a telephone system. */
export const measuredCall = {
  startedAt: z.string().nullable().meta({ description: 'When a timed call began.' }),
  seconds: z.int().nullable().meta({ description: 'The length of a timed call.' }),
  otherParty: z
    .string()
    .nullable()
    .meta({ description: 'The number on the other side of a call, as E.164 if it is one.' }),
};

const startedAt = z.iso
  .datetime({ offset: true, error: 'Must be a date and time with its zone.' })
  .refine(
    (at) => at > entryDays.first && at < entryDays.last,
    'Must be between the years 2000 and 2099.',
  );
const seconds = wholeUpTo(maxMinutes * 60, {
  notWhole: 'Must be whole seconds.',
  tooMany: 'Must not be more than 6 000 000 seconds.',
}).min(0, 'Must not be below 0.');
/** An extension or a hidden number stays as it is. */
const otherParty = text({ min: 1, max: 60 }).transform((written) => toE164(written) ?? written);

/** The same of a new entry. */
export const measuredCallFields = {
  startedAt: startedAt.optional(),
  seconds: seconds.optional(),
  otherParty: otherParty.optional(),
};
