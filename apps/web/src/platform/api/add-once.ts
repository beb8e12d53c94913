import type { RefObject } from 'react';
import { ApiError } from './api-error.ts';

type Calls<Values, Saved> = {
  /** What the server has added of these values, though its answer did not arrive. */
  find: (values: Values) => Promise<Saved | undefined>;
  change: (saved: Saved, values: Values) => Promise<unknown>;
  add: (values: Values) => Promise<unknown>;
};

/** Adds a record. `lost`: what was sent before without an answer; if the server has it, that is given what changed since. */
export async function addOnce<Values, Saved>(
  lost: RefObject<Values | undefined>,
  values: Values,
  { find, change, add }: Calls<Values, Saved>,
): Promise<unknown> {
  const added = lost.current && (await find(lost.current));
  if (added !== undefined) return change(added, values);
  try {
    return await add(values);
  } catch (error) {
    if (error instanceof ApiError && (error.status === 0 || error.status >= 500))
      lost.current = values;
    throw error;
  }
}
