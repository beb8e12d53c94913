import { demoOffice } from '../../apps/server/src/seeds/demo-people.ts';
import { a11yViolations, sidewaysScroll } from './a11y.ts';
import { signedIn } from './app.ts';
import { expect } from './expect.ts';

const places = [
  'Entries',
  'Exports',
  'Matters',
  'Month end',
  'Fees',
  'Audit',
  'Verify a file',
] as const;
/** Words of buttons that change something. */
const writeWords =
  'Add|Save|Close and export|Import|Upload|Raise|Set cap|Phones|Accept|Correct|Delete|Reverse|' +
  'Send|Email this|Reopen|Take back|Views|Columns';
const writes = new RegExp(`\\b(?:${writeWords})\\b`);

/**
 * Walks over the pages of an auditor. Returns what offers a change, refused calls, and faults of
 * the layout.
 */
export async function writesOffered(width: number): Promise<string[]> {
  const { page, consoleErrors, end } = await signedIn(demoOffice.gillian, '/home', { width });
  const faults: string[] = [];
  page.on('response', (reply) => {
    if (reply.status() >= 400) faults.push(`${reply.status()} ${reply.url()}`);
  });
  for (const place of places) {
    if (width < 500) await page.getByRole('button', { name: 'Menu' }).click();
    await page.getByRole('link', { name: place, exact: true }).filter({ visible: true }).click();
    await page.getByRole('heading', { level: 1, name: place }).waitFor();
    await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
    const buttons = await page.locator('main').getByRole('button').allTextContents();
    faults.push(...buttons.filter((name) => writes.test(name)).map((name) => `${place}: ${name}`));
    const sideways = await sidewaysScroll(page);
    if (sideways > 0) faults.push(`${place} scrolls sideways by ${sideways} pixels`);
  }
  faults.push(...(await a11yViolations(page)), ...consoleErrors);
  await end();
  return faults;
}
