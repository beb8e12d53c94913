import { z } from 'zod';
import { defineEndpoints } from '../core/endpoint.ts';
import { dataReply, id } from '../core/fields.ts';
import { pricesOfAttorney } from './user.ts';

export const recordingForEndpoints = defineEndpoints({
  getRecordingFor: {
    call: 'GET /recording-for/{id}',
    may: 'entries:record-for',
    summary: 'Types and prices of an active attorney for whom the caller may record',
    params: z.strictObject({ id }),
    replies: { 200: dataReply(pricesOfAttorney).meta({ id: 'RecordingForReply' }) },
  },
});
