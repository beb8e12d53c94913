/** The headers that a page of another site could send, and the replies to them. */
export type Forgery = {
  name: string;
  headers: Readonly<Record<string, string>>;
  status: number;
  code: string;
};

const cookie = { cookie: 'XSRF-TOKEN=0123456789abcdef0123456789abcdef' };
const equal = { ...cookie, 'x-xsrf-token': '0123456789abcdef0123456789abcdef' };
const refused = { status: 403, code: 'xsrf_mismatch' } as const;
const unread = { status: 415, code: 'unsupported_media_type' } as const;

/** A browser adds the XSRF cookie to every request; only the page itself adds the equal header. */
export const forgeries: readonly Forgery[] = [
  { name: 'no header', headers: cookie, ...refused },
  { name: 'an empty header', headers: { ...cookie, 'x-xsrf-token': '' }, ...refused },
  {
    name: 'another value of the same length',
    headers: { ...cookie, 'x-xsrf-token': 'f123456789abcdef0123456789abcdef' },
    ...refused,
  },
  {
    name: 'the beginning of the value',
    headers: { ...cookie, 'x-xsrf-token': '0123456789abcdef' },
    ...refused,
  },
  {
    name: 'the header of another session',
    headers: { ...cookie, 'x-xsrf-token': 'fedcba9876543210fedcba9876543210' },
    ...refused,
  },
  { name: 'a null origin', headers: { ...cookie, origin: 'null' }, ...refused },
  {
    name: 'another site, with the equal header',
    headers: { ...equal, 'sec-fetch-site': 'cross-site' },
    ...refused,
  },
  {
    name: 'a neighbour of the site, with the equal header',
    headers: { ...equal, 'sec-fetch-site': 'same-site' },
    ...refused,
  },
  {
    name: 'another site, without cookies',
    headers: { 'sec-fetch-site': 'cross-site' },
    ...refused,
  },
  {
    name: 'a form',
    headers: { ...equal, 'content-type': 'application/x-www-form-urlencoded' },
    ...unread,
  },
  {
    name: 'a form with files',
    headers: { ...equal, 'content-type': 'multipart/form-data; boundary=x' },
    ...unread,
  },
  { name: 'plain text', headers: { ...equal, 'content-type': 'text/plain' }, ...unread },
];
