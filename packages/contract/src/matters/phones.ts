import { z } from 'zod';
import { text } from '../core/fields.ts';
import { toE164 } from '../core/phone-numbers.ts';

/** Enough for client, witnesses and colleagues; more would be a switchboard's numbers. */
export const maxPhones = 20;

export const notAPhone =
  'Must be a telephone number with its area code, such as 011 555 0101 or +27 82 555 0101.';

const phone = text({ min: 1, max: 40, required: notAPhone })
  .transform((written, context) => {
    const number = toE164(written);
    if (number !== undefined) return number;
    context.addIssue({ code: 'custom', message: notAPhone });
    return z.NEVER;
  })
  .meta({ examples: ['+27825550101'] });

/** Numbers in any spelling; each is stored once, as E.164, in the same order. */
export const phoneList = z
  .array(phone)
  .max(maxPhones, `At most ${maxPhones} numbers are kept.`)
  .transform((numbers) => [...new Set(numbers)]);
