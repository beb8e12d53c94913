import { expect, it } from 'vitest';
import { phoneIn, takeSharedFile, takeSharedText } from './shared-text.ts';

it.each([
  ['Thandi Ndlovu\n082 555 0101', '+27825550101'],
  ['BEGIN:VCARD\nFN:Thandi\nTEL;TYPE=CELL:+27 82 555 0101\nEND:VCARD', '+27825550101'],
  ['tel:+442079460018', '+442079460018'],
  ['Thandi\n082 555 0101\n011 555 0142', '+27825550101'],
  ['082 555 0101\r\n082 555 0101', '+27825550101'],
  ['Call 082 555 0101 (011 555 0142), 10:30', '+27825550101'],
  ['(011) 555 0142 0825550101', '+27115550142'],
  ['Invoice 2026-11-25 for R 1 234.00', undefined],
  ['Case 12345/2026, order of 3 March', undefined],
  ['', undefined],
])('finds in %j the number %s', (text, number) => {
  expect(phoneIn(text)).toBe(number);
});

/** A cache with a text that was shared so many minutes ago. */
function cacheWith(
  text: string,
  minutes: number,
  more: Record<string, string> = {},
): Parameters<typeof takeSharedText>[0] {
  const headers = { ...more, 'x-shared-at': String(Date.now() - minutes * 60_000) };
  let stored: Response | undefined = new Response(text, { headers });
  const cache: Pick<Cache, 'match' | 'delete'> = {
    match: async () => stored,
    delete: async () => {
      stored = undefined;
      return true;
    },
  };
  return { open: async () => cache as Cache }; // the rest of it is not used
}

it('takes a shared text once, and none that is older than a sign-in takes', async () => {
  const fresh = cacheWith('Sheriff’s fee', 3);
  expect(await takeSharedText(fresh)).toBe('Sheriff’s fee');
  expect(await takeSharedText(fresh)).toBe('');
  expect(await takeSharedText(cacheWith('Sheriff’s fee', 5))).toBe('');
});

it('takes a shared file once, with its name', async () => {
  const cache = cacheWith('<calls/>', 3, { 'x-shared-name': 'calls-2026%20March.xml' });
  const file = await takeSharedFile(cache);
  expect([file?.name, await file?.text()]).toEqual(['calls-2026 March.xml', '<calls/>']);
  expect(await takeSharedFile(cache)).toBeUndefined();
  expect(await takeSharedFile(cacheWith('<calls/>', 5))).toBeUndefined();
});
