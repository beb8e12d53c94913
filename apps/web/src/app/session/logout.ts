import { accountEndpoints } from '@recoup/contract/account/endpoints';
import { send } from '../../platform/api/api-client.ts';
import { paths } from '../../platform/browser/paths.ts';
import { session } from '../../platform/session/session.ts';

/** Ends the session on the server, forgets it here and reloads the page (specification, section 4). */
export async function logout(): Promise<void> {
  try {
    await send(accountEndpoints.logout, {});
  } catch {
    // Forgetting the token must not depend on the network; the session then ends by itself when it has been idle.
  }
  session.end();
  // A full load of the sign-in page, without the address of the page that was left: the next user may have another role.
  window.location.replace(paths.logon());
}
