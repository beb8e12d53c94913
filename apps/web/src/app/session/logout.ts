import { accountEndpoints } from '@recoup/contract/account/endpoints';
import { send } from '../../platform/api/api-client.ts';
import { withDeadline } from '../../platform/api/deadline.ts';
import { paths } from '../../platform/browser/paths.ts';
import { session } from '../../platform/session/session.ts';
import { deleteShared } from '../../platform/session/shared-content.ts';
import { finishUndoable } from '../../ui/feedback/undo.ts';

/** Nobody waits longer (ms) for what is left to delete, or for the answer. */
const deadlineMs = 3_000;

/**
 * Signs out and reloads the page (specification, section 4). What was announced as deleted is
 * deleted first; if that fails, a notice says so, and the next press signs out.
 */
export async function logout(): Promise<void> {
  // A network that hangs keeps nobody signed in.
  const isDone = await withDeadline(deadlineMs, undefined, finishUndoable).catch(() => true);
  if (!isDone) return;
  const token = session.token();
  // First: a network that hangs must not leave the token behind.
  session.end();
  // Without an answer the session expires by itself.
  await Promise.allSettled([
    deleteShared(),
    token !== null && send(accountEndpoints.logout, {}, { token, keepalive: true, deadlineMs }),
  ]);
  // Without a return address: the next user may have another role.
  window.location.replace(paths.logon());
}
