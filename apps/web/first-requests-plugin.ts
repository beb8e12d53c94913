import { createHash } from 'node:crypto';
import { minifySync, type Plugin, type Rolldown } from 'vite';
import { type FirstView, readFirstViews } from './first-views.ts';
import type { Answer, FirstAnswers } from './src/platform/api/first-answers.ts';
import { filesByAddress } from './preloads-plugin.ts';

/**
 * Writes a script into index.html that requests the user and what the address shows first, while
 * the program is on its way, and then the files of its page; `platform/api/first-answers.ts` takes
 * the answers, and asks for those of the next page. The server allows the script by its hash.
 */
export function firstRequests(): Plugin {
  return {
    name: 'first-requests',
    // In the head's first kilobyte is the charset.
    transformIndexHtml: {
      order: 'post',
      handler: async (html, { bundle }) => {
        const script = await scriptFor(bundle);
        return html.replace('<title>', () => `<script>${script}</script><title>`);
      },
    },
  };
}

/** The files of a page, as places in a list of all names, and what it requests. */
type Page = readonly [files: readonly number[], requests: readonly Row[]];
type Row = readonly [roles: readonly (number | string)[], ...requests: string[]];

async function scriptFor(bundle: Rolldown.OutputBundle | undefined): Promise<string> {
  const list = ({ modules, parts }: FirstView) => [...modules, ...parts];
  const files = bundle ? await filesByAddress(bundle, list) : {};
  const frame = new Set(files['/home']);
  const own = (address: string) => (files[address] ?? []).filter((file) => !frame.has(file));
  const names = [...new Set(Object.keys(files).flatMap(own))];
  const pages = Object.entries(await readFirstViews()).map(
    ([address, { requests }]): [string, Page] => [
      address,
      [own(address).map((file) => names.indexOf(file)), requests],
    ],
  );
  const release = createHash('sha256')
    .update(Object.keys(bundle ?? {}).join())
    .digest('hex');
  const functions = Object.entries(parts).map(([name, part]) => `${name}: ${part.toString()}`);
  const { code: script, errors } = minifySync(
    'first-requests.js',
    `(${sendFirstRequests.toString()})(${JSON.stringify(Object.fromEntries(pages))},
      ${JSON.stringify(names)}, '${release.slice(0, 8)}', { ${functions.join()} })`,
  );
  if (errors.length > 0) throw new Error(errors.map(({ message }) => message).join(', '));
  // The server finds the script, whose hash it allows, by its end.
  if (script.includes('<')) throw new Error('The script of the first requests has a “<” in it.');
  return script;
}

type Place = Pick<Location, 'pathname' | 'search'>;
type FirstRequest = [name: string, address: string, init: RequestInit];
/** A value by its name; null where there is none. */
type Values = (name: string, usual: string) => string | null;

// These run in the page, where nothing from outside of them is.

type Tools = typeof parts;
const parts = {
  create: createAnswers,
  readAnswer,
  prepare: prepareRequests,
  readValues: findValues,
  fill: fillTemplate,
  addLink,
};

function sendFirstRequests(
  pages: Readonly<Record<string, Page>>,
  names: readonly string[],
  release: string,
  tools: Tools,
): void {
  const first = tools.create();
  const list = (place: Place) => prepare(place, { isVisit: true }).map(([request]) => request);
  const firstAnswers: FirstAnswers = Object.assign(first, { release, list, ask, files, load });
  Object.assign(globalThis, { firstAnswers });
  const requests = prepare(location, { isVisit: true });
  // The page and its frame have two of six connections. Files stream while others wait, unless they
  // are on the device.
  const early = navigator.serviceWorker?.controller ? requests.length : 3;
  requests.slice(0, early).forEach(send);
  load(location.pathname);
  requests.slice(early).forEach(send);

  function ask(place: Place): void {
    first.token = sessionStorage.getItem('token');
    prepare(place, { isVisit: false }).forEach(send);
  }

  function prepare({ pathname, search }: Place, { isVisit }: { isVisit: boolean }): FirstRequest[] {
    if (sessionStorage.getItem('token') === null || !/^\/home(\/|$)/.test(pathname)) return [];
    return tools.prepare(pages[pathname]?.[1] ?? [], { search, isVisit }, tools);
  }

  function send([request, address, init]: FirstRequest): void {
    const ending = new AbortController();
    const sent: Sent = { ending, answer: Promise.resolve(undefined) };
    sent.answer = fetch(address, { ...init, signal: ending.signal })
      .then((response) => tools.readAnswer(sent, response))
      .catch(() => undefined);
    first.answers.set(request, sent);
  }

  function files(pathname: string): string[] {
    const isSignedIn = sessionStorage.getItem('token') !== null;
    const own = isSignedIn ? (pages[pathname]?.[0] ?? []) : [];
    return own.map((index) => names[index] ?? '');
  }

  function load(pathname: string): void {
    files(pathname).forEach(tools.addLink);
  }
}

type Sent = {
  answer: Promise<Answer | undefined>;
  ending: AbortController;
  /** The JSON of a good answer that has arrived. */
  reply?: unknown;
};
type Answers = Pick<FirstAnswers, 'next' | 'writes' | 'take' | 'send' | 'drop' | 'beginWrite'> & {
  token: string | null;
  answers: Map<string, Sent>;
};

/** Reads an answer while the program is on its way, once: a good one that is no JSON throws. */
async function readAnswer(sent: Sent, response: Response): Promise<Answer> {
  const text = await response.text();
  const { ok, status, headers } = response;
  if (ok) sent.reply = JSON.parse(text);
  return { ok, status, headers, json: async () => sent.reply ?? JSON.parse(text) };
}

/** Answers for the session of this token. */
function createAnswers(): Answers {
  const answers: Answers['answers'] = new Map();
  const writes = { begun: 0, ended: 0 };
  const held = sessionStorage.getItem('token');
  const first: Answers = { token: held, answers, writes, take, send, drop, beginWrite };
  return first;

  function take(address: string, token: string | null): unknown {
    const reply = first.token === token ? answers.get(address)?.reply : undefined;
    if (reply !== undefined) answers.delete(address);
    return reply;
  }

  async function send(address: string, init: RequestInit, token: string | null): Promise<Answer> {
    const isRead = init.method === 'GET';
    // A first request is a read, or a dry run with its body.
    const body = typeof init.body === 'string' ? init.body : '';
    const request = isRead ? address : `${address} ${body}`;
    const ahead = first.token === token ? answers.get(request) : undefined;
    if (ahead) answers.delete(request);
    const answer = await ahead?.answer;
    if (answer !== undefined) return answer;
    if (isRead || body.includes('"dryRun":true')) return fetch(address, init);
    return fetch(address, init).finally(beginWrite());
  }

  // A write changes what was read before it and beside it.
  function beginWrite(): () => void {
    const count = (part: keyof typeof writes) => {
      writes[part] += 1;
      // The copy of the page (platform/api/page-copy.ts).
      sessionStorage.removeItem('copy:page');
      drop();
    };
    count('begun');
    return () => count('ended');
  }

  function drop(): void {
    first.next = undefined;
    // Without a reader each would keep its connection and its turn at the server busy.
    answers.forEach(({ ending }) => ending.abort());
    answers.clear();
  }
}

/**
 * The requests of an address for the user of this tab, each by its name. A visit begins with the
 * user; a dry run takes a turn of the firm, so no page that is only looked at ahead has one.
 */
function prepareRequests(
  rows: readonly Row[],
  { search, isVisit }: { search: string; isVisit: boolean },
  { readValues, fill }: Pick<Tools, 'readValues' | 'fill'>,
): FirstRequest[] {
  const isForOther = ![null, 'own'].includes(sessionStorage.getItem('others'));
  const role = isForOther ? 'other' : Number(sessionStorage.getItem('role') ?? -1);
  const templates = rows.flatMap(([roles, ...all]) => (roles.includes(role) ? all : []));
  const values = readValues(templates, new URLSearchParams(search));
  const filled = templates.flatMap((template) => fill(template, values));
  // A page that is drawn with a copy of the user waits for its other answers alone.
  const isKnown = sessionStorage.getItem('copy:me') !== null;
  const visit = isKnown ? [...filled, '/me'] : ['/me', ...filled];
  const requests = isVisit ? visit : filled.filter((each) => !each.includes(' '));
  const token = sessionStorage.getItem('token');
  const headers = { accept: 'application/json', authorization: `Bearer ${token}` };
  // The browser asks another process for its cookies, so a page without a dry run does not.
  const dryRun = () => {
    const [, xsrf = ''] = /XSRF-TOKEN=(\w+)/.exec(document.cookie) ?? [];
    const type = 'application/json';
    return { method: 'POST', headers: { ...headers, 'content-type': type, 'x-xsrf-token': xsrf } };
  };
  return requests.map((each) => {
    const [address = '', body] = `/core/api${each}`.split(/ (.+)/);
    return [`/core/api${each}`, address, body === undefined ? { headers } : { ...dryRun(), body }];
  });
}

/** Adds the link of a file, unless the page has one. */
function addLink(file: string): void {
  if (document.querySelector(`link[href="${file}"]`) !== null) return;
  const link = document.createElement('link');
  link.crossOrigin = '';
  link.rel = 'modulepreload';
  link.as = 'script';
  link.href = file;
  document.head.append(link);
}

function findValues(templates: readonly string[], params: URLSearchParams): Values {
  const now = new Date(Date.now() + 7_200_000);
  const day = (months: number, date: number) =>
    new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + months, date))
      .toISOString()
      .slice(0, 10);
  // As `isEarly` of month-end/chosen-month.ts.
  const closingEnd = day(now.getUTCDate() > 10 ? 1 : 0, 0);
  const ours: Record<string, string | null> = {
    // A session that began before a new version does not know its firm yet.
    firm: sessionStorage.getItem('firm'),
    month: day(0, 1).slice(0, 7),
    closingMonth: closingEnd.slice(0, 7),
    closingEnd,
    other: sessionStorage.getItem('others'),
    monthStart: day(0, 1),
    monthEnd: day(1, 0),
    lastMonthStart: day(-1, 1),
    lastMonthEnd: day(0, 0),
    monthAgo: day(0, now.getUTCDate() - 31),
    yearAgo: day(-12, 1),
  };
  const isBackwards = (params.get('from') ?? '') > (params.get('to') ?? '9999');
  const isRead = (name: string) =>
    templates.some((template) => ['=', '}'].some((end) => template.includes(`{${name}${end}`)));
  const isKnown = !isBackwards && [...params.keys()].every(isRead);
  return (name, usual) => {
    // Month end shows the month that its address names.
    if (name in ours && (isKnown || !name.startsWith('closing'))) return ours[name] ?? null;
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
  const [address = '', body] = template.split(/ (.+)/);
  const [path = '', query = ''] = address.split('?');
  const filled = path.replace(/\{\w+\}/g, (name) => {
    const value = fill(name);
    // A part of a path is an id.
    if (!/^[\w-]+$/.test(value)) missing.push(name);
    return encodeURIComponent(value);
  });
  const pairs = [...new URLSearchParams(query)]
    .map(([name, text]) => [name, fill(text)])
    .filter(([, text]) => text !== '');
  const text = new URLSearchParams(pairs).toString();
  const sent = `${filled}${text === '' ? '' : `?${text}`}`;
  // A dry run belongs to the page of the address alone: `*` stands for what it does not read.
  if (body !== undefined && values('*', '') === null) missing.push('*');
  const whole = body === undefined ? sent : `${sent} ${fill(body)}`;
  return missing.length > 0 ? [] : [whole];
}
