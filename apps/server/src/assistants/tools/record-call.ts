import { id } from '@recoup/contract/core/fields';
import { callTitle } from '@recoup/contract/disbursements/endpoints';
import { entryEndpoints, newEntry, savedEntry } from '@recoup/contract/entries/endpoints';
import { z } from 'zod';
import { attorneyField, findAttorneyId, findTypeId, typeField } from './named.ts';
import { defineTool } from './tool.ts';

const { narration, date } = newEntry.shape;

export const recordCall = defineTool({
  name: 'record_call',
  title: 'Record a call',
  description:
    'Records a telephone call of an attorney on a matter. The call fees of its day set the ' +
    'price. Make a new _id for each call; after an error send the same _id and the same call ' +
    'again: it is recorded once.',
  needs: ['entries:write'],
  isWrite: true,
  input: z.strictObject({
    _id: id.describe('A new UUID of yours for this call.'),
    matter: id.describe('The _id of a matter.'),
    attorney: attorneyField,
    disbursementType: typeField.default(callTitle),
    date: date.describe('The day of the call, YYYY-MM-DD.'),
    minutes: newEntry.shape.minutes.unwrap().describe('Whole minutes; begun ones count.'),
    narration,
  }),
  output: z.object({ entry: savedEntry }),
  run: async ({ attorney, disbursementType, ...entry }, { call }) => {
    const body = {
      ...entry,
      attorney: await findAttorneyId(call, attorney),
      disbursementType: await findTypeId(call, disbursementType),
    };
    return { entry: (await call(entryEndpoints.createEntry, { body })).data };
  },
});
