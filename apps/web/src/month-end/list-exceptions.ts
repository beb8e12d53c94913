import type { EndpointInput } from '@recoup/contract/core/endpoint';
import { exceptionEndpoints } from '@recoup/contract/month-end/exception-endpoints';
import { send } from '../platform/api/api-client.ts';
import { withDates } from '../ui/lib/format.ts';

/** With the days of its sentences in the user's form. */
export async function listExceptions(
  query: EndpointInput<typeof exceptionEndpoints.listExceptions>['query'],
  signal?: AbortSignal,
) {
  const found = await send(exceptionEndpoints.listExceptions, { query }, { signal });
  const data = found.data.map((exception) => ({
    ...exception,
    message: withDates(exception.message),
    subject: { ...exception.subject, name: withDates(exception.subject.name) },
  }));
  return { ...found, data };
}
