import { matterEndpoints, type Matter } from '@recoup/contract/matters/endpoints';
import { useDebouncedValue } from '@mantine/hooks';
import { type QueryClient, useQueries } from '@tanstack/react-query';
import { onlyWithNumber } from '../entries/matter-search/matter-numbers.ts';
import { read } from '../platform/api/read.ts';
import type { Draft, DraftLine, MatterIds } from './account-draft.ts';

/** A number typed in full comes first among what is found. */
function matterQuery(number: string) {
  const query = { search: number, itemsPerPage: 5 };
  return read(matterEndpoints.listMatters, { query }, { staleTime: 60_000 });
}

function distinctNumbers(lines: readonly DraftLine[]): string[] {
  return [...new Set(lines.map(({ matter }) => matter.trim()).filter((text) => text !== ''))];
}

/** The ids of the matters whose numbers were typed. Throws `ApiError`. */
export async function findMatters(client: QueryClient, { lines }: Draft): Promise<MatterIds> {
  const found = await Promise.all(
    distinctNumbers(lines).map(async (number) => {
      const { data } = await client.fetchQuery(matterQuery(number));
      return { number, id: onlyWithNumber(data, number)?._id };
    }),
  );
  return new Map(found.flatMap(({ number, id }) => (id === undefined ? [] : [[number, id]])));
}

/** By typed number: the matter, null where there is none, or undefined while it is looked for. */
type KnownMatters = ReadonlyMap<string, Matter | null | undefined>;

const searchAfterMs = 300;

/** Known facts of the lines' matters. */
export function useMattersByNumber(lines: readonly DraftLine[]): KnownMatters {
  const [settled] = useDebouncedValue(distinctNumbers(lines).join('\n'), searchAfterMs);
  const numbers = settled === '' ? [] : settled.split('\n');
  const answers = useQueries({ queries: numbers.map(matterQuery) });
  return new Map(
    numbers.map((number, at) => {
      const data = answers[at]?.data?.data;
      return [number, data && (onlyWithNumber(data, number) ?? null)];
    }),
  );
}
