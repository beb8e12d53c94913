import type { ComponentProps } from 'react';
import type { z } from 'zod';
import type { Option } from './fields.tsx';

type Attributes = Pick<
  ComponentProps<'input'>,
  | 'autoCapitalize'
  | 'autoComplete'
  | 'disabled'
  | 'inputMode'
  | 'max'
  | 'maxLength'
  | 'min'
  | 'spellCheck'
  | 'type'
>;

/** Props of a control. */
export type Look = Attributes & {
  description?: string | undefined;
  isRequired?: boolean;
  'data-autofocus'?: true;
};

/** One field of a form: how it is drawn, filled, checked and compared. */
export type Field<Value, Saved = Value> = {
  /** The page draws its own fields. */
  control: 'text' | 'area' | 'flag' | 'choice' | 'own';
  label: string;
  look: Look;
  options: readonly Option[];
  schema?: z.ZodType | undefined;
  /** The value of a stored field; of none in a form that adds. */
  read(saved?: Saved | null): Value;
  /** Text for an edit conflict, which leaves out fields without one. */
  inWords?(value: Value): string;
};

type Start<Value> = {
  /** The value in a form that adds. */
  start?: Value;
};
type TextOptions = Start<string> & { schema?: z.ZodType } & Look;

/** One line of text. */
export function textField(
  label: string,
  { start = '', schema, ...look }: TextOptions = {},
): Field<string> {
  const read = (saved?: string | null) => saved ?? start;
  const inWords = (value: string) => value;
  return { control: 'text', label, look, options: [], schema, read, inWords };
}

/** An address that the browser neither completes nor corrects. */
export function emailField(label: string, rest: TextOptions = {}): Field<string> {
  const typing = { autoComplete: 'off', autoCapitalize: 'none', spellCheck: false };
  return textField(label, { type: 'email', ...typing, ...rest });
}

/** A checkbox. */
export function flagField(
  label: string,
  { start = false, ...look }: Start<boolean> & Look = {},
): Field<boolean> {
  const read = (saved?: boolean | null) => saved ?? start;
  const inWords = (value: boolean) => (value ? 'Yes' : 'No');
  return { control: 'flag', label, look, options: [], read, inWords };
}

type Choice<Value extends string> = {
  options: readonly (Option & { value: Value })[];
  start: NoInfer<Value>;
};

/** A select. */
export function choiceField<const Value extends string>(
  label: string,
  { options, start, ...look }: Choice<Value> & Look,
): Field<Value> {
  const read = (saved?: Value | null) => saved ?? start;
  const inWords = (value: Value) =>
    options.find((option) => option.value === value)?.label ?? value;
  return { control: 'choice', label, look, options, read, inWords };
}

/** A value that the page draws by itself, or does not draw. */
export function ownField<Value, Saved = Value>(
  field: Pick<Field<Value, Saved>, 'read' | 'inWords'> & { label?: string; schema?: z.ZodType },
): Field<Value, Saved> {
  return { control: 'own', label: '', look: {}, options: [], ...field };
}

export type AnyFields = Readonly<Record<string, Field<unknown>>>;
export type Values<F extends AnyFields> = { [N in keyof F]: ReturnType<F[N]['read']> };
/** A record with the fields of a form, or some of them. */
export type SavedFields<F extends AnyFields> = { [N in keyof F]?: Parameters<F[N]['read']>[0] };

export type FormDefinition<F extends AnyFields> = {
  fields: F;
  /** Whether a field counts: otherwise it is neither shown nor checked. */
  when: { [N in keyof F]?: (values: Values<F>) => boolean };
};

export function defineForm<F extends AnyFields>(
  fields: F,
  when: FormDefinition<F>['when'] = {},
): FormDefinition<F> {
  return { fields, when };
}

export function formValuesFrom<F extends AnyFields>(
  { fields }: FormDefinition<F>,
  saved: SavedFields<F> = {},
): Values<F> {
  const values = Object.entries(fields).map(([name, field]) => [name, field.read(saved[name])]);
  return Object.fromEntries(values) as Values<F>; // has the names of the fields
}

/** The first message of each wrong field, by its path. */
export function formErrors<F extends AnyFields>(
  { fields, when }: FormDefinition<F>,
  values: Values<F>,
): Record<string, string> {
  const messages = Object.entries(fields).flatMap(([name, { schema }]) => {
    const issues =
      when[name]?.(values) === false ? [] : schema?.safeParse(values[name]).error?.issues;
    return (issues ?? []).map(({ path, message }) => [[name, ...path].join('.'), message]);
  });
  return Object.fromEntries(messages.toReversed());
}

/** Fields that the user changed. */
export function changedFields<V extends object>(values: V, base: NoInfer<V>): Partial<V> {
  const names = Object.keys(values) as (keyof V)[]; // the values of a form have no other keys
  const changed = names.filter(
    (name) => JSON.stringify(values[name]) !== JSON.stringify(base[name]),
  );
  return Object.fromEntries(changed.map((name) => [name, values[name]])) as Partial<V>; // as above
}
