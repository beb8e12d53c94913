import { z } from 'zod';
import { text } from '../core/fields.ts';

/**
 * Fields of a call in a file of any telephone system. A file has either `start`, or `date` and
 * `time`. It has either `own` and `other`, or `from` and `to`.
 */
export const callFields = [
  'start',
  'date',
  'time',
  'seconds',
  'own',
  'other',
  'from',
  'to',
  'direction',
  'code',
  'status',
  'id',
] as const;
export type CallField = (typeof callFields)[number];

const header = text({ max: 200, form: 'any' });

/** Header by field; '' leaves a column out. `dateOrder` is for days such as 03/04/2026. */
export const callMapping = z.strictObject({
  start: header.optional(),
  date: header.optional(),
  time: header.optional(),
  seconds: header.optional(),
  own: header.optional(),
  other: header.optional(),
  from: header.optional(),
  to: header.optional(),
  direction: header.optional(),
  code: header.optional(),
  status: header.optional(),
  id: header.optional(),
  dateOrder: z.enum(['DMY', 'MDY'], 'Must be DMY or MDY.').optional(),
});
export type CallMapping = z.infer<typeof callMapping>;
