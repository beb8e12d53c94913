import { goodReply } from '@recoup/contract/core/endpoint';
import { allEndpoints } from '@recoup/contract/endpoints';
import { replySchema } from '../src/platform/http/replies/stringify.ts';

/** Endpoints with money or minutes in their replies, by the names in their schemas. */
export function moneyEndpoints(): string[] {
  const all = Object.entries(allEndpoints).map(([name, endpoint]) => ({
    name,
    endpoint,
    keys: keysOf(replySchema(goodReply(endpoint).schema)),
  }));
  const isMoney = (key: string) => /^(?:amount|recorded|sum|minutes|charges)$/.test(key);
  const isFile = (keys: readonly string[]) => keys.includes('fileContent');
  return all
    .filter(({ name }) => name !== 'getMatterLabels') // a file without amounts
    .filter(
      ({ endpoint, keys }) =>
        keys.some(isMoney) || (isFile(keys) && endpoint.produces !== undefined),
    )
    .map(({ name }) => name);
}

function keysOf(schema: unknown): string[] {
  if (typeof schema !== 'object' || schema === null) return [];
  return Object.entries(schema).flatMap(([key, value]) => [key, ...keysOf(value)]);
}
