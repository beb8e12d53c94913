import type { Plugin } from 'vite';
import { type FirstView, readFirstViews } from './first-views.ts';

/**
 * Writes a script into index.html that requests the user and what the address shows first, while
 * the program is on its way; `platform/api/first-answers.ts` takes the answers. The server allows
 * the script by its hash.
 */
export function firstRequests(): Plugin {
  return {
    name: 'first-requests',
    // In the head's first kilobyte is the charset; after style sheets a script waits for them.
    transformIndexHtml: async (html) =>
      html.replace('<title>', `<script>${await writeScript()}</script>$&`),
  };
}

type Requests = Readonly<Record<string, FirstView['requests']>>;
const inline = (part: Function) => part.toString().replace(/\s+/g, ' ');

async function writeScript(): Promise<string> {
  const requests: Requests = Object.fromEntries(
    Object.entries(await readFirstViews())
      .filter(([, view]) => view.requests.length > 0)
      .map(([address, view]) => [address, view.requests]),
  );
  const script =
    `(${inline(sendFirstRequests)})` +
    `(${JSON.stringify(requests)}, ${inline(findValues)}, ${inline(fillTemplate)})`;
  // The server finds the script, whose hash it allows, by its end.
  if (script.includes('<')) throw new Error('The script of the first requests has a “<” in it.');
  return script;
}

/** A value by its name; null where there is none. */
type Values = (name: string, usual: string) => string | null;

// The three run in the page as they stand here, so they use nothing from outside.

function sendFirstRequests(
  known: Requests,
  readValues: typeof findValues,
  fill: typeof fillTemplate,
): void {
  const token = sessionStorage.getItem('token');
  const { pathname, search } = location;
  if (token === null || !/^\/home(\/|$)/.test(pathname)) return;
  // A page of somebody who records for others depends on the user, who is not loaded yet.
  const hasOthers = sessionStorage.getItem('others') !== null;
  const role = hasOthers ? -1 : Number(sessionStorage.getItem('role') ?? -1);
  const templates = (known[pathname] ?? []).flatMap(([roles, ...all]) =>
    roles.includes(role) ? all : [],
  );
  const values = readValues(templates, new URLSearchParams(search));
  const addresses = ['/me', ...templates.flatMap((template) => fill(template, values))];
  const headers = { accept: 'application/json', authorization: `Bearer ${token}` };
  const answers = new Map(
    addresses
      .map((address) => `/core/api${address}`)
      .map((address) => [address, fetch(address, { headers }).catch(() => undefined)]),
  );
  Object.assign(globalThis, { firstAnswers: { token, answers } });
}

function findValues(templates: readonly string[], params: URLSearchParams): Values {
  const now = new Date(Date.now() + 7_200_000);
  const day = (months: number, date: number) =>
    new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + months, date))
      .toISOString()
      .slice(0, 10);
  const ours: Record<string, string | null> = {
    // A session that began before a new version does not know its firm yet.
    firm: sessionStorage.getItem('firm'),
    month: day(0, 1).slice(0, 7),
    monthEnd: day(1, 0),
    monthAgo: day(0, now.getUTCDate() - 31),
    yearAgo: day(-12, 1),
  };
  const isBackwards = (params.get('from') ?? '') > (params.get('to') ?? '9999');
  const isRead = (name: string) =>
    templates.some((template) => ['=', '}'].some((end) => template.includes(`{${name}${end}`)));
  const isKnown = !isBackwards && [...params.keys()].every(isRead);
  return (name, usual) => {
    if (name in ours) return ours[name] ?? null;
    return isKnown ? (params.get(name) ?? usual) : null;
  };
}

/** One address, or none where a value of it is missing. */
function fillTemplate(template: string, values: Values): string[] {
  const missing: string[] = [];
  const fill = (text: string): string =>
    text.replace(/\{(\w+)=?(\w*)\}/g, (_, name: string, usual: string) => {
      const value = values(name, usual);
      if (value === null) missing.push(name);
      return value ?? '';
    });
  const [path = '', query = ''] = template.split('?');
  const filled = path.replace(/\{\w+\}/g, (name) => {
    const value = fill(name);
    // A part of a path is an id.
    if (!/^[\w-]+$/.test(value)) missing.push(name);
    return encodeURIComponent(value);
  });
  const pairs = [...new URLSearchParams(query)]
    .map(([name, text]) => [name, fill(text)])
    .filter(([, text]) => text !== '');
  const asked = new URLSearchParams(pairs).toString();
  return missing.length > 0 ? [] : [`${filled}${asked === '' ? '' : `?${asked}`}`];
}
