import { z } from 'zod';

/** A firm as it stands beside its user; the logo is a data URL or absent. */
export const firmOfUser = z
  .object({ _id: z.string(), name: z.string(), logo: z.string().nullable(), domains: z.array(z.string()) })
  .meta({ id: 'FirmOfUser' });
export type FirmOfUser = z.infer<typeof firmOfUser>;
