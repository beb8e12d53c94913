import { readdir, readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';

const sources = new URL('../../', import.meta.url);

/** Guards that ask before changes are lost; `e2e/forms` tries each at `/ui`. */
const guards = /<(?:FormShell|FormDialog|RecordForm)\b|useSavedForm\(|useUnsaved\(|isChanged=/;
const unguarded: Readonly<Record<string, string>> = {
  'audit/incident/incident-page.tsx': 'its choices are in the address',
  'mail/mail-form.tsx': 'mail/export-mails.tsx watches its draft',
  'ui/form/defined-fields.tsx': 'each caller of its useDefinedForm has a guard',
};

/** Once in each: nothing is stored by these, or a later choice replaces an earlier one. */
const repeatable = [
  'exports/export-panel.tsx',
  'fee-matrix/upload/upload-fees-dialog.tsx',
  'matters/import/import-panel.tsx',
  'platform/imports/use-import.ts',
];

it('guards each form against the loss of what was typed', async () => {
  const [forms, guarded] = await Promise.all([
    filesWith(/\buse(?:Defined|Record)?Form[(<]/),
    filesWith(guards),
  ]);
  expect(forms.filter((file) => !guarded.includes(file))).toEqual(Object.keys(unguarded));
});

it('locks the fields of each form while it is saved', async () => {
  expect(await filesWith(/<form\b/)).toEqual(['ui/form/form.tsx']);
});

it('sends each change by the one guard against a second press', async () => {
  const guard = 'ui/form/use-one-mutation.ts';
  expect(await filesWith(/\buseMutation[(<]/)).toEqual([...repeatable, guard]);
  expect(await filesWith(/\buseMutation[(<][^]*\buseMutation[(<]/)).toEqual([]);
});

async function filesWith(pattern: RegExp): Promise<string[]> {
  const names = await readdir(sources, { recursive: true });
  const files = names.filter((name) => /(?<!\.test)\.tsx?$/.test(name));
  const texts = await Promise.all(
    files.map(async (name) => readFile(new URL(name, sources), 'utf8')),
  );
  return files.filter((_, index) => pattern.test(texts[index] ?? '')).toSorted();
}
