import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import {
  changedFields,
  choiceField,
  defineForm,
  flagField,
  formErrors,
  formValuesFrom,
  ownField,
  textField,
} from './define-form.ts';

const form = defineForm(
  {
    name: textField('Name', { schema: z.string().min(1, 'Empty.').regex(/^A/, 'No A.') }),
    isPriced: flagField('Priced', { start: true }),
    price: textField('Price', { start: '1', schema: z.literal('1', 'Not 1.') }),
    kind: choiceField('Kind', { options: [{ value: 'a', label: 'A' }], start: 'a' }),
    tags: ownField<string[]>({
      read: (saved) => saved ?? [],
      schema: z.array(z.string().min(1, 'No tag.')),
    }),
  },
  { price: ({ isPriced }) => isPriced },
);
const start = { name: '', isPriced: true, price: '1', kind: 'a' as const, tags: [] };

describe('a form whose fields are defined', () => {
  it('begins with what was stored, or else with the start of each field', () => {
    expect(formValuesFrom(form)).toEqual(start);
    const saved = { name: null, isPriced: false, tags: ['x'], version: 3 };
    expect(formValuesFrom(form, saved)).toEqual({ ...start, isPriced: false, tags: ['x'] });
  });

  it('shows the first message of each wrong field at its path', () => {
    const values = { ...start, price: '2', tags: ['x', ''] };
    const expected = { name: 'Empty.', price: 'Not 1.', 'tags.1': 'No tag.' };
    expect(formErrors(form, values)).toEqual(expected);
  });

  it('does not check a field that does not count', () => {
    expect(formErrors(form, { ...start, name: 'A', isPriced: false, price: '2' })).toEqual({});
  });

  it('names the fields that the user changed, also those that are lists', () => {
    const values = { ...start, name: 'A', tags: ['x'] };
    expect(changedFields(values, { ...start, tags: ['y'] })).toEqual({ name: 'A', tags: ['x'] });
    expect(changedFields(values, { ...values, tags: ['x'] })).toEqual({});
  });
});
