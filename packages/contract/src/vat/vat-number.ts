import { z } from 'zod';

const form = 'Must be ten digits, the first a 4.';

/** A South African VAT number, of the firm or of a supplier. */
export const vatNumber = z
  .string(form)
  .overwrite((value) => value.replaceAll(/\s/g, ''))
  .regex(/^4\d{9}$/, form);
