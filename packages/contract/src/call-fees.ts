import { z } from 'zod';

/** A price band on the wire: minutes, and `charges` in Rand as the whole price of a call of that length; thereafter has -1, -1. */
export const callFee = z
  .object({
    disbursementType: z.string(),
    startTime: z.int(),
    endTime: z.int(),
    additionalTime: z.int(),
    charges: z.number(),
  })
  .meta({ id: 'CallFee' });
export type CallFee = z.infer<typeof callFee>;
