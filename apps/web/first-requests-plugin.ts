import { role } from '@recoup/contract/core/access';
import type { Plugin } from 'vite';

/** By address: the role whose first page it is, and its list as the page requests it. */
const lists = {
  '/home/firms': [role.systemAdmin, '/core/api/firms?page=1&itemsPerPage=10'],
  '/home/attorneys/attorney-list': [
    role.attorneyAdmin,
    '/core/api/users?role=0&firm={firm}&page=1&itemsPerPage=10&sortOrderStatus=1',
  ],
  '/home/entries': [role.attorney, '/core/api/entries?from={31 days ago}'],
} as const satisfies Lists;
type Lists = Readonly<Record<string, readonly [number, string]>>;

/**
 * Writes a script into index.html that requests the user and the first list of an address, while
 * the program is on its way; `platform/api/first-answers.ts` takes the answers. The server allows
 * the script by its hash.
 */
export function firstRequests(): Plugin {
  return {
    name: 'first-requests',
    // In the head's first kilobyte is the charset; after style sheets a script waits for them.
    transformIndexHtml: (html) => html.replace('<title>', `<script>${script}</script>$&`),
  };
}

const script = `(${sendFirstRequests.toString().replace(/\s+/g, ' ')})(${JSON.stringify(lists)})`;

/** Runs in the page as it stands here, so it uses nothing from outside. */
function sendFirstRequests(known: Lists): void {
  const token = sessionStorage.getItem('token');
  const { pathname, search } = location;
  if (token === null || !/^\/home(\/|$)/.test(pathname)) return;
  const addresses = ['/core/api/me'];
  const [ownRole, list] = known[pathname] ?? [];
  if (list !== undefined && search === '' && sessionStorage.getItem('role') === String(ownRole)) {
    const then = new Date(Date.now() + 7200000 - 31 * 86400000).toISOString().slice(0, 10);
    const firm = sessionStorage.getItem('firm');
    // A session that began before a new version does not know its firm yet.
    if (firm !== null || !list.includes('{firm}'))
      addresses.push(list.replace('{31 days ago}', then).replace('{firm}', firm ?? ''));
  }
  const headers = { accept: 'application/json', authorization: `Bearer ${token}` };
  const answers = new Map(
    addresses.map((address) => [address, fetch(address, { headers }).catch(() => undefined)]),
  );
  Object.assign(globalThis, { firstAnswers: { token, answers } });
}
