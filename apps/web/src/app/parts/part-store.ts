import { ApiError, networkError } from '../../platform/api/api-error.ts';

type Fields = { name: string; cell: string; kind: 'attorney' | 'secretary'; isActive: boolean };

export type Stored = Fields & { version: number };

let requests = 0;

let stored: Stored = {
  name: 'Thandi Mokoena',
  cell: '0825550101',
  kind: 'attorney',
  isActive: true,
  version: 1,
};

/** The number of requests to save. */
export function countRequests(): number {
  return requests;
}

export function readStored(): Stored {
  return stored;
}

/** Saves after a moment, as a server does, if the version is the latest. */
export async function saveStored(values: Stored): Promise<Stored> {
  requests += 1;
  await answerLater();
  if (values.name === 'Offline') throw networkError();
  if (values.name === 'Taken') throw refused('invalid_input', { name: 'Taken already.' });
  if (values.version !== stored.version) throw refused('changed_meanwhile');
  stored = { ...values, version: stored.version + 1 };
  return stored;
}

/** The first try lacks the password; any password is right but "wrong". */
export async function confirmPassword(password: string | undefined): Promise<void> {
  await answerLater();
  if (password === undefined) throw refused('reauthentication_required');
  if (password === 'wrong') throw refused('invalid_input', { password: 'Wrong password.' });
}

/** Changes the cell, as another user does. */
export function saveAsAnotherUser(): void {
  stored = { ...stored, cell: '0835550199', version: stored.version + 1 };
}

function refused(
  code: 'invalid_input' | 'changed_meanwhile' | 'reauthentication_required',
  fields = {},
) {
  return new ApiError({ status: 400, code, message: 'The server refused.', fields });
}

async function answerLater(): Promise<void> {
  await new Promise((resolve) => {
    setTimeout(resolve, 200);
  });
}
