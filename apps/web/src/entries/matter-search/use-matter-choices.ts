import { folded } from '@recoup/contract/core/folded';
import { toE164 } from '@recoup/contract/core/phone-numbers';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { foundMattersQuery, recentMattersQuery } from '../entries.queries.ts';
import type { MatterChoice } from '../form/matter-choice.ts';
import { byNumber } from './matter-numbers.ts';

const searchAfterMs = 200;

type Choices = { choices: MatterChoice[]; message: string };

/** Recent and found matters that match, and a message for when there are none. */
export function useMatterChoices(search: string): Choices {
  const [settled] = useDebouncedValue(search, searchAfterMs);
  const recent = useQuery(recentMattersQuery);
  const first = useQuery(foundMattersQuery(''));
  const found = useQuery({ ...foundMattersQuery(settled), placeholderData: keepPreviousData });
  const phone = toE164(search);
  const matches = (matter: MatterChoice) =>
    folded(`${matter.number}\n${matter.client ?? ''}\n${matter.name}`).includes(folded(search)) ||
    (phone !== undefined && matter.phones?.includes(phone) === true);
  // Filter the previous answer at once; offline it is all there is.
  const known = new Map(
    [recent, first, found].flatMap(({ data = [] }) => data).map((matter) => [matter._id, matter]),
  );
  const isSearching = found.isFetching || settled !== search;
  return {
    choices: byNumber([...known.values()].filter(matches), search),
    message: isSearching ? 'Searching…' : nothingFound(search, found.error),
  };
}

function nothingFound(search: string, error: Error | null): string {
  if (error !== null) return error.message;
  return search === '' ? 'There are no matters yet.' : 'No matching matters.';
}
