import { demoAttorneys, demoFirmAdmins } from '../../apps/server/src/seeds/demo-people.ts';
import { systemAdmin } from './recoup.ts';
import { openWindow, recoup } from './app.ts';
import { dayIn } from './days.ts';
import { expect } from './test.ts';
import { signIn, waitForIdle } from './browser.ts';
import { open } from './page-sweep.ts';
import { callApi, readData, readMe } from './wire.ts';
import { payloads, payloadsShown, watch } from './xss-payloads.ts';

type Found = { _id: string };

/** Payloads that fit the shortest fields. */
export const shortPayloads = payloads.filter((text) => text.length <= 50 && !/\p{Cc}/u.test(text));

/** More than a hundred each in firms, types, matters and narrations, as users would send them. */
export async function storePayloads(texts = joinedPayloads()): Promise<void> {
  const { lerato } = demoFirmAdmins;
  const { thabo } = demoAttorneys;
  const firm = (await readMe(lerato)).firm._id;
  const rows = texts.map((text, index) =>
    [`${index} ${text}`, text, `${text} (Pty) Ltd`]
      .map((cell) => `"${cell.replaceAll('"', '""')}"`)
      .join(','),
  );
  await callApi(lerato, 'POST', '/upload', {
    fileStream: `Matter Number,Description,Client\n${rows.join('\n')}`,
  });
  const search = `search=${encodeURIComponent('hit(')}`;
  const matters = await readData<Found[]>(lerato, `/matters?${search}&itemsPerPage=100`);
  for (const [index, text] of texts.entries()) {
    const type = { title: text, fixed: true, calculated: false, active: true, firm };
    await Promise.all([
      callApi(systemAdmin, 'POST', '/firms', {
        name: `${text} & Co`,
        domains: [`xss-${index}.co.za`],
      }),
      callApi(lerato, 'POST', '/disbursements', type),
    ]);
  }
  const [type] = await readData<Found[]>(lerato, `/disbursements?${search}`);
  const { _id } = await readMe(thabo);
  await callApi(lerato, 'PUT', `/users/${_id}`, { disbursementTypes: [type?._id] });
  const entry = { disbursementType: type?._id, date: dayIn(0), quantity: 1, amount: 1 };
  await Promise.all(
    texts.map(async (narration, index) => {
      const matter = matters[index % matters.length]?._id;
      return callApi(thabo, 'POST', '/entries', { ...entry, matter, narration });
    }),
  );
  const people = await readData<Found[]>(lerato, '/users?role=0');
  for (const [index, person] of people.entries())
    await callApi(lerato, 'PUT', `/users/${person._id}`, { name: shortPayloads[index] });
}

/** Texts of several payloads each. An address runs only at the beginning of a text. */
function joinedPayloads(): string[] {
  const texts: string[] = [];
  for (const payload of shortPayloads) {
    const joined = `${texts.at(-1)} ${payload}`;
    const isAddress = /^(?:[\w\s]*script|data):/i.test(payload);
    if (texts.length > 0 && joined.length <= 55 && !isAddress) texts.splice(-1, 1, joined);
    else texts.push(payload);
  }
  return texts;
}

export const nothing = { hits: [], violations: [], foreign: [] };

/** How many different payloads each list shows as text; none of them may run. */
export async function payloadsInLists(
  who: { email: string; password: string },
  lists: readonly string[],
): Promise<number[]> {
  const { page, consoleErrors, end } = await openWindow();
  const seen = await watch(page);
  await signIn(page, recoup.url, who);
  // The page requests few rows at a time; here it gets the maximum.
  await page.route('**/core/api/**itemsPerPage=**', (route) =>
    route.continue({
      url: route
        .request()
        .url()
        .replace(/itemsPerPage=\d+/, 'itemsPerPage=100'),
    }),
  );
  const counts: number[] = [];
  for (const list of lists) {
    await open(page, `/home/${list}`);
    await page.locator('tbody tr').filter({ hasText: 'hit(' }).first().waitFor();
    await waitForIdle(page);
    counts.push(await payloadsShown(page));
  }
  expect({ seen, consoleErrors }).toEqual({ seen: nothing, consoleErrors: [] });
  await end();
  return counts;
}
