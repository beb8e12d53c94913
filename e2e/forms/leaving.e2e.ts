import { readdir, readFile } from 'node:fs/promises';
import { expect, inject, it } from 'vitest';
import { useApp } from '../support/app.ts';
import { forms } from '../support/forms.ts';
import { leaveForm, useFormVisits } from '../support/leave-form.ts';
import { pagesWithoutForm } from '../support/pages-without-form.ts';

useApp();

it('knows every page of the router', async () => {
  const routing = new URL('../../apps/web/src/app/routing/', import.meta.url);
  const files = await readdir(routing);
  const router = (
    await Promise.all(files.map(async (file) => readFile(new URL(file, routing), 'utf8')))
  ).join('\n');
  const inRouter = new Set([...router.matchAll(/path: '([^']+)'/g)].map(([, path]) => path));
  const known = [...forms.map(({ page }) => page.split('/').at(-1)), ...pagesWithoutForm];
  expect(inRouter).toEqual(new Set(known));
});

// A page, and fields that stay on their page; the deep tests take all.
const quickForms = ['an attorney', 'the VAT of a firm'];
const tested =
  inject('looks') === 'all' ? forms : forms.filter(({ form }) => quickForms.includes(form));
const visitOf = useFormVisits(tested);

it.each(tested)(
  'confirms before typed text is lost, or keeps it, in the form of $form',
  async (form) => {
    const seen = visitOf(form);
    await leaveForm(seen, form);
    expect(seen.consoleErrors).toEqual([]);
  },
);
