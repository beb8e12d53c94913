import { accountEndpoints } from '@recoup/contract/account/endpoints';
import { send } from '../../platform/api/api-client.ts';
import { paths } from '../../platform/browser/paths.ts';
import { session } from '../../platform/session/session.ts';
import { finishUndoable } from '../../ui/feedback/undo.ts';

/**
 * Signs out and reloads the page (specification, section 4). What was announced as deleted is
 * deleted first; if that fails, a notice says so, and the next press signs out.
 */
export async function logout(): Promise<void> {
  if (!(await finishUndoable())) return;
  try {
    await send(accountEndpoints.logout, {});
  } catch {
    // Offline the token is removed all the same; the session then expires.
  }
  session.end();
  // Without a return address: the next user may have another role.
  window.location.replace(paths.logon());
}
