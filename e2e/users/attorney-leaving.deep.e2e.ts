import { describe, it } from 'vitest';
import { expect } from '../support/expect.ts';
import { editAttorney } from '../support/attorney-form.ts';
import { asAdmin, useApp } from '../support/app.ts';

useApp();

const leaveQuestion = 'You have unsaved changes, do you want leave this page?';

describe('leaving the form with unsaved changes', () => {
  it('confirms before a link is followed, and keeps typed text', async () => {
    const { page, end } = await asAdmin();
    await editAttorney(page, 'Thabo Mokoena');
    await page.getByLabel('Name').fill('Thabo M');
    const link = page
      .getByRole('complementary', { name: 'Side menu' })
      .getByRole('link', { name: 'Disbursements' });
    await link.click();
    await page.getByRole('dialog').getByText(leaveQuestion).waitFor();
    await page.getByRole('button', { name: 'Stay' }).click();
    await expect(page.getByLabel('Name')).toHaveValue('Thabo M');
    await page.getByRole('link', { name: 'Cancel' }).click();
    await page.getByRole('button', { name: 'Leave' }).click();
    await page.waitForURL('**/attorney-list');
    await end();
  });

  it('confirms before the back button leaves the page', async () => {
    const { page, end } = await asAdmin();
    await editAttorney(page, 'Thabo Mokoena');
    await page.getByRole('button', { name: 'Remove Photocopies' }).click();
    await page.goBack();
    await page.getByRole('dialog').getByText(leaveQuestion).waitFor();
    await page.getByRole('button', { name: 'Stay' }).click();
    await expect.poll(() => page.url()).toContain('update-attorney');
    await page.goBack();
    await page.getByRole('button', { name: 'Leave' }).click();
    await page.waitForURL('**/attorney-list');
    await end();
  });

  it('confirms before a reload, and before the tab is closed', async () => {
    const { page, end } = await asAdmin();
    await editAttorney(page, 'Thabo Mokoena');
    await page.getByLabel('Name').fill('Thabo M');
    const asked: string[] = [];
    page.on('dialog', (dialog) => {
      asked.push(dialog.type());
      void dialog.dismiss();
    });
    await page.evaluate(() => setTimeout(() => location.reload()));
    await expect.poll(() => asked).toEqual(['beforeunload']);
    await expect(page.getByLabel('Name')).toHaveValue('Thabo M');
    await page.close({ runBeforeUnload: true });
    await expect.poll(() => asked).toEqual(['beforeunload', 'beforeunload']);
    expect(page.isClosed()).toBe(false);
    await end();
  });

  it('does not confirm when nothing was changed', async () => {
    const { page, end } = await asAdmin();
    await editAttorney(page, 'Thabo Mokoena');
    await page.getByRole('link', { name: 'Cancel' }).click();
    await page.waitForURL('**/attorney-list');
    await expect(page.getByText(leaveQuestion)).toHaveCount(0);
    await end();
  });
});
