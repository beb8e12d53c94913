import { type QueryClient, queryOptions, type UseQueryOptions } from '@tanstack/react-query';
import type { Action } from '@recoup/contract/core/access';
import type { Endpoint, EndpointInput, EndpointReply } from '@recoup/contract/core/endpoint';
import { session } from '../session/session.ts';
import { requestAddress, send } from './api-client.ts';
import { firstAnswers } from './first-answers.ts';
import { keepForNextVisit, withLastVisit } from './page-copy.ts';

/** The first word of a right: `webhooks` of `webhooks:read`. */
export type Subject = {
  [A in Action]: A extends `${infer S}:${string}` ? S : never;
}[Action];

/** Subjects whose answers are outdated too when those of another subject are. */
const parents: Readonly<Partial<Record<Subject, Subject>>> = {
  exceptions: 'entries',
  mail: 'exports',
  'month-ends': 'entries',
  overview: 'entries',
  'private-numbers': 'call-records',
  statements: 'entries',
  suppliers: 'entries',
};

/** Begins the key of each query about a subject, and of those about the subjects below it. */
export function subjectKey(subject: Subject): readonly Subject[] {
  const parent = parents[subject];
  return parent === undefined ? [subject] : [parent, subject];
}

/** Marks what was read about these subjects as outdated; the page reads again what it shows. */
export async function invalidate(client: QueryClient, subjects: readonly Subject[]): Promise<void> {
  const keys = subjects.map(subjectKey);
  await Promise.all(keys.map((queryKey) => client.invalidateQueries({ queryKey })));
}

type Options<C extends Endpoint> = Pick<
  UseQueryOptions<EndpointReply<C>>,
  | 'enabled'
  | 'gcTime'
  | 'placeholderData'
  | 'refetchInterval'
  | 'refetchIntervalInBackground'
  | 'staleTime'
> & {
  /** See `lastReply`. The query has a key of its own: no form begins with an old answer. */
  beginsWithLast?: boolean;
  /** Noun for the console if it could not be loaded: 'webhooks'. */
  what?: string;
};

/** Most pages are drawn within this time (ms). */
const drawMs = 1_000;

/**
 * Begins a query with the reply that came before the program, if there is one. How long the session
 * lasts is read from `GET /me`, which comes with it.
 */
function firstReply<C extends Endpoint>(
  endpoint: C,
  input: EndpointInput<C>,
  address = requestAddress(endpoint, input as object), // as `send`
) {
  return {
    initialData: () =>
      firstAnswers()?.take(address, session.token()) as EndpointReply<C> | undefined, // by schema
    // While its page is drawn it counts as new, whatever the query's `staleTime`.
    initialDataUpdatedAt: () => Date.now() + drawMs,
    queryFn: async ({ signal }: { signal: AbortSignal }) => send(endpoint, input, { signal }),
  };
}

/** As `firstReply`, or with that of the tab's last visit to the page, as `withLastVisit` says. */
export function lastReply<C extends Endpoint>(endpoint: C, input: EndpointInput<C>) {
  const address = requestAddress(endpoint, input as object); // as `send`
  const first = firstReply(endpoint, input, address);
  const last = withLastVisit(address, first.queryFn);
  let updatedAt = last.initialDataUpdatedAt;
  return {
    initialData: () => {
      const reply = keepForNextVisit(address, first.initialData());
      const isNew = reply !== undefined;
      updatedAt = isNew ? first.initialDataUpdatedAt() : last.initialDataUpdatedAt;
      return isNew ? reply : last.initialData();
    },
    initialDataUpdatedAt: () => updatedAt,
    queryFn: last.queryFn,
  };
}

/** The query of a GET endpoint. The cache holds the whole reply. */
export function read<C extends Endpoint>(
  endpoint: C,
  input: EndpointInput<C>,
  { what, beginsWithLast = false, ...options }: Options<C> = {},
) {
  return queryOptions({
    ...options,
    ...(what !== undefined && { meta: { unableToGet: what } }),
    queryKey: [...subjectKey(toSubject(endpoint)), endpoint.path, input, beginsWithLast],
    ...(beginsWithLast ? lastReply(endpoint, input) : firstReply(endpoint, input)),
  });
}

type ReplyData<C extends Endpoint> = EndpointReply<C> extends { data: infer Data } ? Data : never;

/** As `read`, with the `data` of the reply. */
export function readData<C extends Endpoint>(
  endpoint: C,
  input: EndpointInput<C>,
  options: Options<C> = {},
) {
  return queryOptions({
    ...read(endpoint, input, options),
    select: (reply: unknown) => (reply as { data: ReplyData<C> }).data, // by the reply's schema
  });
}

function toSubject({ may }: Endpoint): Subject {
  return may.split(':')[0] as Subject; // by the type of `may`
}
