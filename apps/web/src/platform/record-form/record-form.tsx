import { type QueryKey, useQuery, type UseQueryOptions } from '@tanstack/react-query';
import { type ComponentProps, type ReactNode, useState } from 'react';
import {
  type AnyFields,
  type FormDefinition,
  formValuesFrom,
  type SavedFields,
  type Values,
} from '../../ui/form/define-form.ts';
import { type DefinedForm, useDefinedForm } from '../../ui/form/defined-fields.tsx';
import { FormShell } from '../../ui/form/form-shell.tsx';
import { useOneMutation } from '../../ui/form/use-one-mutation.ts';
import { EditConflict } from '../edit-conflict/edit-conflict.tsx';
import { type Line, listDifferences, type ThreeWay } from '../edit-conflict/three-way.ts';
import { useEditConflict } from '../edit-conflict/use-edit-conflict.ts';

type Options<F extends AnyFields, Saved, Reply, Wire, Key extends QueryKey> = {
  /** As it was read; undefined in a form that adds. */
  saved: Saved | undefined;
  /** Reads the record again, in an edit conflict. */
  query: (saved: Saved) => UseQueryOptions<Wire, Error, Saved, Key>;
  /** Changes the version `read`; adds without one. */
  save: (values: Values<F>, read: Saved | undefined) => Promise<Reply>;
  onSaved: (reply: Reply) => void | Promise<void>;
  /** If fields have other names or values than the record. */
  valuesFrom?: (saved: Saved | undefined) => Values<F>;
  validate?: (values: Values<F>) => Record<string, string>;
  lines?: (values: Values<F>, sides: ThreeWay<Values<F>>) => readonly Line[];
  merge?: (sides: ThreeWay<Values<F>>) => Values<F>;
};

/** The form of a record, which another user may change at the same time. */
export function useRecordForm<
  F extends AnyFields,
  Saved extends SavedFields<F>,
  Reply,
  Wire,
  Key extends QueryKey,
>(definition: FormDefinition<F>, options: Options<F, Saved, Reply, Wire, Key>) {
  const { saved, query, save, onSaved, validate, merge } = options;
  const { valuesFrom = (record) => formValuesFrom(definition, record) } = options;
  const { lines = (values: Values<F>) => fieldLines(definition, values) } = options;
  const form = useDefinedForm(definition, {
    initialValues: valuesFrom(saved),
    ...(validate && { validate }),
  });
  const [read, setRead] = useState(saved);
  const saving = useOneMutation({
    mutationFn: async (values: Values<F>) => save(values, read),
    onSuccess: async (reply) => {
      // Before leaving, or the guard would ask about what was just saved.
      form.resetDirty();
      await onSaved(reply);
    },
  });
  const choose = useEditConflict<Values<F>, Saved>({
    form,
    saving,
    read,
    onRead: setRead,
    valuesOf: valuesFrom,
    ...(merge && { merge }),
  });
  const differences = (theirs: Saved) => {
    const sides = { base: choose.base, yours: form.getValues(), theirs: valuesFrom(theirs) };
    return listDifferences(sides, (values) => lines(values, sides));
  };
  const conflict = read !== undefined && choose.hasConflict && (
    <Conflict query={query(read)} differences={differences} choose={choose} />
  );
  return { form, conflict, base: choose.base, saving: choose.saving, save: saving.mutate };
}

type ConflictProps<Saved, Wire, Key extends QueryKey> = Pick<
  ComponentProps<typeof EditConflict<Saved>>,
  'differences' | 'choose'
> & { query: UseQueryOptions<Wire, Error, Saved, Key> };

function Conflict<Saved, Wire, Key extends QueryKey>(props: ConflictProps<Saved, Wire, Key>) {
  const { query, ...rest } = props;
  return <EditConflict saved={useQuery({ ...query, refetchOnMount: 'always' })} {...rest} />;
}

/** Labels and values of the fields, as texts. */
export function fieldLines<F extends AnyFields>(
  { fields }: FormDefinition<F>,
  values: Values<F>,
  except: readonly (keyof F)[] = [],
): Line[] {
  return Object.entries(fields).flatMap(([name, field]): Line[] =>
    field.inWords === undefined || except.includes(name)
      ? []
      : [[field.label, field.inWords(values[name])]],
  );
}

type Props<F extends AnyFields> = Omit<
  ComponentProps<typeof FormShell<Values<F>>>,
  'form' | 'saving' | 'onSave'
> & {
  record: {
    form: DefinedForm<F>;
    conflict: ReactNode;
    saving: { error: Error | null; isPending: boolean };
    save: (values: Values<F>) => void;
  };
};

/** The page of a record's form. */
export function RecordForm<F extends AnyFields>({ record, children, ...rest }: Props<F>) {
  const { form, conflict, saving, save } = record;
  return (
    <FormShell form={form} saving={saving} onSave={save} {...rest}>
      {conflict}
      {children}
    </FormShell>
  );
}
