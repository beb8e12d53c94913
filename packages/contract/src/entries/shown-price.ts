import { id } from '../core/fields.ts';

/** Ids of the prices that an offline device used for an entry (docs/decisions/0040, 0043). */
export const shownPriceFields = {
  callFeeSchedule: id.optional().meta({
    description:
      'The schedule that priced the entry on the device. ' +
      'Its price is kept if it was that day’s schedule at some time in the last 31 days.',
  }),
  unitPriceId: id.optional().meta({
    description:
      'The unit price that priced the entry on the device. ' +
      'Kept if it was that day’s at some time in the last 31 days; call fees come first.',
  }),
};
