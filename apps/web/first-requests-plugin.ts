import type { Plugin } from 'vite';
import { type FirstView, firstViews } from './first-views.ts';

/**
 * Writes a script into index.html that requests the user and what the address shows first, while
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

type Requests = Readonly<Record<string, FirstView['requests']>>;
const requests: Requests = Object.fromEntries(
  Object.entries(firstViews)
    .filter(([, view]) => view.requests.length > 0)
    .map(([address, view]) => [address, view.requests]),
);
const script = `(${sendFirstRequests.toString().replace(/\s+/g, ' ')})(${JSON.stringify(requests)})`;

/** Runs in the page as it stands here, so it uses nothing from outside. */
function sendFirstRequests(known: Requests): void {
  const token = sessionStorage.getItem('token');
  const { pathname, search } = location;
  if (token === null || !/^\/home(\/|$)/.test(pathname)) return;
  // Whose entries are shown to a user who records for others is known with the user.
  const hasOthers = sessionStorage.getItem('others') !== null;
  const role = hasOthers ? -1 : Number(sessionStorage.getItem('role') ?? -1);
  const templates = (known[pathname] ?? []).flatMap(([roles, ...all]) =>
    roles.includes(role) ? all : [],
  );
  const params = new URLSearchParams(search);
  const now = new Date(Date.now() + 7_200_000);
  const day = (months: number, date: number) =>
    new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + months, date))
      .toISOString()
      .slice(0, 10);
  // A session that began before a new version does not know its firm yet.
  const ours: Record<string, string | null> = {
    firm: sessionStorage.getItem('firm'),
    month: day(0, 1).slice(0, 7),
    monthEnd: day(1, 0),
    monthAgo: day(0, now.getUTCDate() - 31),
    yearAgo: day(-12, 1),
  };
  const isKnown = [...params.keys()].every((name) =>
    templates.some((template) => template.includes(`{${name}`)),
  );
  const fill = (template: string): string[] => {
    const [path = '', query = ''] = template.split('?');
    let isComplete = true;
    const value = (text: string): string =>
      text.replace(/\{(\w+)=?(\w*)\}/g, (_, name: string, usual: string) => {
        if (name in ours) {
          if (ours[name] === null) isComplete = false;
          return ours[name] ?? '';
        }
        if (!isKnown) isComplete = false;
        return params.get(name) ?? usual;
      });
    const filled = path.replace(/\{\w+\}/g, (name) => {
      const text = value(name);
      if (text === '') isComplete = false;
      return encodeURIComponent(text);
    });
    const pairs = [...new URLSearchParams(query)]
      .map(([name, text]) => [name, value(text)])
      .filter(([, text]) => text !== '');
    const asked = new URLSearchParams(pairs).toString();
    return isComplete ? [`/core/api${filled}${asked === '' ? '' : `?${asked}`}`] : [];
  };
  const addresses = ['/core/api/me', ...templates.flatMap(fill)];
  const headers = { accept: 'application/json', authorization: `Bearer ${token}` };
  const answers = new Map(
    addresses.map((address) => [address, fetch(address, { headers }).catch(() => undefined)]),
  );
  Object.assign(globalThis, { firstAnswers: { token, answers } });
}
