import { accountEndpoints } from '@recoup/contract/account/endpoints';
import { send } from '../../platform/api/api-client.ts';
import { paths } from '../../platform/browser/paths.ts';
import { session } from '../../platform/session/session.ts';

/** Signs out and reloads the page (specification, section 4). */
export async function logout(): Promise<void> {
  try {
    await send(accountEndpoints.logout, {});
  } catch {
    // Offline the token is removed all the same; the session then expires.
  }
  session.end();
  // Without a return address: the next user may have another role.
  window.location.replace(paths.logon());
}
