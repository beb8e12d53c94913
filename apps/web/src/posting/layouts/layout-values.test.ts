import { expect, it } from 'vitest';
import { adminPages } from '../../app/routing/pages.ts';
import { toLayoutForm, newColumn, readLayout, postingLayoutForm } from './layout-values.ts';
import { formValuesFrom } from '../../ui/form/define-form.ts';

const named = { ...formValuesFrom(postingLayoutForm), name: 'Journal' };

it('reads a layout as it was saved', () => {
  const { layout, errors } = readLayout(named);
  expect(errors).toEqual({});
  const saved = { ...named, _id: '1', isBuiltIn: false, help: null, needs: [], version: 1 };
  const columns = (layout?.columns ?? []).map(({ field, ...column }) => ({ ...column, field }));
  const read = formValuesFrom(postingLayoutForm, { ...saved, delimiter: ',', records: 1, columns });
  expect(readLayout(read).layout).toEqual(layout);
});

it('says what is wrong at the fields of the form', () => {
  const columns = [
    { ...newColumn('a'), width: 'ten' },
    { ...newColumn('b'), content: 'constant', constant: 'x'.repeat(201) },
    { ...newColumn('c'), pad: '0' },
  ];
  const { layout, errors } = readLayout({ ...named, name: ' ', columns });
  expect(layout).toBeUndefined();
  expect(Object.keys(errors).toSorted()).toEqual([
    'columns.0.width',
    'columns.1.constant',
    'columns.2.width',
    'name',
  ]);
});

it('wants a width of each column where there is no delimiter', () => {
  const fixed = { ...named, delimiter: '' };
  expect(Object.keys(readLayout(fixed).errors)).toEqual(['columns']);
  const columns = fixed.columns.map((column) => ({ ...column, width: '10' }));
  expect(toLayoutForm({ ...fixed, columns })).toMatchObject({ delimiter: null });
});

it('has the test line of a new layout among the first requests of its page', () => {
  const page = adminPages.find(({ path }) => path === 'add-posting-layout');
  const body = JSON.stringify(toLayoutForm(formValuesFrom(postingLayoutForm)));
  expect(page?.requests).toEqual([`/posting-layouts/test-line ${body}`]);
});
