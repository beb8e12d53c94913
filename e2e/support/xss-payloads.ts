import type { Page, Route } from 'playwright-core';

const tags = [
  'img src=x',
  'svg',
  'body',
  'iframe',
  'video src=x',
  'audio src=x',
  'details open',
  'input autofocus',
  'marquee',
  'object data=x',
  'select autofocus',
  'style',
];
const handlers = ['onerror', 'onload', 'onfocus', 'ontoggle', 'onstart'];
const breakouts = [
  '"><',
  "'><",
  '</title><',
  '</textarea><',
  '</script><',
  '</style><',
  '--><',
  ']]><',
  '`><',
  '\\"><',
  '</noscript><',
  '</option></select><',
  '\u0000"><',
  '%22%3E%3C',
  '&quot;&gt;<',
];
const links = [
  'javascript:',
  'JaVaScRiPt:',
  'java\tscript:',
  '\u0001javascript:',
  'data:text/html,<script>parent.',
  'vbscript:',
  'javascript://%0a',
];
const code = [
  '{{constructor.constructor("HIT")()}}',
  '${HIT}',
  '<%= HIT %>',
  '#{HIT}',
  '";HIT;//',
  "';HIT;//",
  '`;HIT;//',
  '</script><script>HIT</script>',
  '{"__proto__":{"x":"HIT"}}',
  '\\u003cscript\\u003eHIT\\u003c/script\\u003e',
];
const markup = [
  '<script>HIT</script>',
  '<scr<script>ipt>HIT</scr</script>ipt>',
  '<svg><script>HIT</script></svg>',
  '<svg><animate onbegin=HIT attributeName=x dur=1s>',
  '<math><mi xlink:href="javascript:HIT">x',
  '<iframe srcdoc="<script>parent.HIT</script>">',
  '<meta http-equiv=refresh content="0;url=javascript:HIT">',
  '<base href="//evil.example/">HIT',
  '<link rel=stylesheet href="//evil.example/HIT.css">',
  '<form action="javascript:HIT"><button>x',
  '<a href="javascript:HIT" autofocus>x',
  '<isindex type=image src=1 onerror=HIT>',
  '<x onclick=HIT tabindex=1 autofocus onfocus=HIT>',
  '<img src="//evil.example/HIT">',
  '<style>@import "//evil.example/HIT";</style>',
  '\u003cimg src=x onerror=HIT\u003e',
  '＜img src=x onerror=HIT＞',
  '+ADw-script+AD4-HIT+ADw-/script+AD4-',
];

/** Over a hundred scripts for markup, addresses or code. Each says its number when it runs. */
export const payloads: readonly string[] = [
  ...tags.flatMap((tag) => handlers.slice(0, 4).map((handler) => `<${tag} ${handler}=HIT>`)),
  ...breakouts.flatMap((breakout) => [
    `${breakout}img src=x onerror=HIT>`,
    `${breakout}svg onload=HIT>`,
  ]),
  ...links.map((link) => `${link}HIT`),
  ...code,
  ...markup,
].map((text, index) => text.replaceAll('HIT', `hit(${index})`));

/** Scripts that ran, policy violations, and requests to other hosts. */
export type Watch = { hits: string[]; violations: string[]; foreign: string[] };

export async function watch(page: Page): Promise<Watch> {
  const watched: Watch = { hits: [], violations: [], foreign: [] };
  await page.exposeFunction('hit', (what: unknown) => void watched.hits.push(String(what)));
  await page.exposeFunction('violated', (what: string) => void watched.violations.push(what));
  await page.addInitScript(() => {
    const report = Reflect.get(window, 'violated') as (what: string) => void; // exposed above
    document.addEventListener(
      'securitypolicyviolation',
      ({ effectiveDirective, blockedURI, sample }) =>
        report(`${effectiveDirective} ${blockedURI} ${sample}`),
    );
  });
  page.on('dialog', (dialog) => {
    if (dialog.type() !== 'beforeunload') watched.hits.push(dialog.message());
    void dialog.dismiss();
  });
  page.on('request', (request) => {
    const { protocol, origin } = new URL(request.url());
    if (
      /^https?:$/.test(protocol) &&
      origin !== new URL(page.url()).origin &&
      page.url().startsWith('http')
    )
      watched.foreign.push(request.url());
  });
  return watched;
}

const rowsOfList = payloads.length;
/** Texts that the page compares or calculates with; no user wrote them. */
const constants =
  'Open Pending Closed closing copy queued sent failed csv xlsx pdf given band cap thereafter';
const machineWords = new Set([...constants.split(' '), ',', ';', '\t']);
const dateOrId = /^(?:\d{4}-\d\d(?:-\d\d.*)?|[0-9a-f]{8}-[0-9a-f-]{27,})$/;

/** Answers reads with payloads in each text, also those that the server would reject. */
export async function poisonAnswers(route: Route): Promise<void> {
  const response = await route.fetch();
  const isJson = (response.headers()['content-type'] ?? '').startsWith('application/json');
  if (!isJson || route.request().method() !== 'GET') return route.fulfill({ response });
  return route.fulfill({ response, json: poisoned(await response.json(), payloads.join(' ')) });
}

function poisoned(value: unknown, text: string): unknown {
  if (typeof value === 'string') return isMachineText(value) ? value : text;
  if (Array.isArray(value)) return value.map((each) => poisoned(each, text));
  if (typeof value !== 'object' || value === null) return value;
  const isList = 'data' in value && Array.isArray(value.data) && value.data.length > 0;
  if (isList) {
    // an object in, an object out
    const rest = poisoned({ ...value, data: undefined }, text) as object;
    // rows of the contract
    return { ...rest, data: everyPayload(value.data as object[]), count: rowsOfList };
  }
  return Object.fromEntries(
    Object.entries(value).map(([key, each]) => [key, key === 'logo' ? each : poisoned(each, text)]),
  );
}

function everyPayload(rows: readonly object[]): unknown[] {
  return payloads.map((text, index) => ({
    ...(poisoned(rows[index % rows.length], text) as object), // a row in, a row out
    _id: `0190a6f2-0000-7000-8000-${String(index).padStart(12, '0')}`,
  }));
}

/** How many different payloads stand in the page as text, in its fields or its attributes. */
export async function payloadsShown(page: Page): Promise<number> {
  return page.evaluate(() => {
    const fields = [
      ...document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>('input, textarea'),
    ].map(({ value }) => value);
    const texts = [document.body.textContent ?? '', ...fields].join(' ');
    return new Set([...texts.matchAll(/hit\((\d+)\)/g)].map(([, index]) => index)).size;
  });
}

/** Every way by which a text becomes a program, tried from within the page. */
export const sinks = {
  innerHTML: () => (document.body.innerHTML = '<img src=x onerror="hit(1)">'),
  outerHTML: () => (document.body.outerHTML = '<svg onload="hit(1)">'),
  insertAdjacentHTML: () =>
    document.body.insertAdjacentHTML('beforeend', '<iframe onload="hit(1)">'),
  'document.write': () => document.write('<script>hit(1)</script>'),
  createContextualFragment: () =>
    document.createRange().createContextualFragment('<script>hit(1)</script>'),
  DOMParser: () => new DOMParser().parseFromString('<script>hit(1)</script>', 'text/html'),
  srcdoc: () =>
    Reflect.set(document.createElement('iframe'), 'srcdoc', '<script>parent.hit(1)</script>'),
  eval: () => Reflect.get(globalThis, 'eval')('hit(1)'),
  Function: () => Reflect.construct(Function, ['hit(1)'])(),
  'a string for setTimeout': () => Reflect.apply(setTimeout, window, ['hit(1)', 0]),
  'a text of a script': () => (document.createElement('script').text = 'hit(1)'),
  'an address of a script': () =>
    (document.createElement('script').src = 'data:text/javascript,hit(1)'),
  'an address of a worker': () => new Worker('data:text/javascript,1'),
} as const satisfies Record<string, () => unknown>;

/** Runs the sink by a timer, as the policy exempts the browser's own tools. */
export function inTaskOfThePage(sink: () => unknown): string {
  return `new Promise((done) => setTimeout(() => {
    try { (${String(sink)})(); done(true); } catch { done(false); }
  }))`;
}

function isMachineText(text: string): boolean {
  return machineWords.has(text) || dateOrId.test(text);
}
