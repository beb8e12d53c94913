import { newId } from '@recoup/contract/core/ids';
import { describe, expect, it } from 'vitest';
import type { UnsentError } from '../../platform/api/api-error.ts';
import {
  extensionsToSave,
  extensionText,
  type ExtensionValues,
  newExtension,
} from './telephones-page.tsx';

const attorney = newId();
const row = (values: Partial<ExtensionValues>): ExtensionValues => ({
  ...newExtension('a'),
  value: '102',
  attorney,
  ...values,
});
const errors = async (rows: readonly ExtensionValues[]): Promise<unknown> =>
  extensionsToSave(rows).then(
    () => ({}),
    (error: UnsentError) => error.fields,
  );
const overlap: unknown = expect.stringMatching(/^Another row has this extension/);

describe('the rows of extensions', () => {
  it('are saved with open days as none', async () => {
    expect(await extensionsToSave([row({ value: ' 102 ', until: '2026-10-31' })])).toEqual([
      { value: '102', attorney, from: null, until: '2026-10-31' },
    ]);
  });

  it('say what is missing, each at its field', async () => {
    expect(await errors([row({}), newExtension('b')])).toEqual({
      'rows.1.value': 'Enter an extension or a number.',
      'rows.1.attorney': 'Choose an attorney.',
    });
  });

  it('refuse a period that ends before it begins', async () => {
    expect(await errors([row({ from: '2026-11-01', until: '2026-10-31' })])).toEqual({
      'rows.0.until': 'The period ends before it begins.',
    });
  });

  it.each([
    ['without days', {}, {}],
    ['of which one is open', { until: '2026-10-31' }, {}],
    ['with one common day', { until: '2026-10-31' }, { from: '2026-10-31' }],
    ['of one number in two spellings', { value: '082 555 0101' }, { value: '+27825550101' }],
    ['of one email in two spellings', { value: 'T@nkosi.co.za' }, { value: 't@nkosi.co.za' }],
  ])('show two rows %s at the later one', async (_, one, other) => {
    expect(await errors([row(one), row(other)])).toEqual({ 'rows.1.value': overlap });
  });

  it('accept an extension that moves on the day after', async () => {
    expect(await errors([row({ until: '2026-10-31' }), row({ from: '2026-11-01' })])).toEqual({});
  });

  it('describe whose they are, and when', () => {
    expect(extensionText(row({ from: '2026-10-01', until: '2026-10-31' }), 'Thabo Mokoena')).toBe(
      'Thabo Mokoena · from 1\u00A0Oct\u00A02026 · until 31\u00A0Oct\u00A02026',
    );
    expect(extensionText(newExtension('a'), 'none')).toBe('No attorney yet');
  });
});
