import { newId } from '@recoup/contract/core/ids';
import { ApiError } from './api-error.ts';

type Calls<Saved, Reply> = {
  /** Reads the record of the id. */
  find: (id: string) => Promise<Saved>;
  change: (saved: Saved) => Promise<Reply>;
  add: (id: string) => Promise<Reply>;
};

/**
 * Adds the record of one form, under one id for all tries. After an answer that was lost, the
 * server may have the record: the next try asks for that id, and changes what is there.
 */
export function createAddition() {
  const id = newId();
  let mayExist = false;
  return async <Saved, Reply>({ find, change, add }: Calls<Saved, Reply>): Promise<Reply> => {
    const added = mayExist ? await unlessMissing(find(id)) : undefined;
    if (added !== undefined) return change(added);
    try {
      return await add(id);
    } catch (error) {
      // The first try may have arrived after the question for its record.
      const late = mayExist && isConflict(error) ? await unlessMissing(find(id)) : undefined;
      if (late !== undefined) return change(late);
      mayExist ||= isLost(error);
      throw error;
    }
  };
}

async function unlessMissing<Saved>(saved: Promise<Saved>): Promise<Saved | undefined> {
  try {
    return await saved;
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return undefined;
    throw error;
  }
}

function isConflict(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'conflict';
}

function isLost(error: unknown): boolean {
  return error instanceof ApiError && (error.status === 0 || error.status >= 500);
}
