import { type KeyScope, keyScopes } from '@recoup/contract/core/access';
import { useId, useState } from 'react';
import { today } from '../platform/browser/local-day.ts';
import { ConfirmedActionParts } from '../platform/reauthentication/deed-parts.tsx';
import { useConfirmedAction } from '../platform/reauthentication/use-deed.ts';
import { Dialog } from '../ui/dialog/dialog.tsx';
import { DialogButtons } from '../ui/dialog/dialog-buttons.tsx';
import { CheckboxChoice } from '../ui/form/checkbox-choice.tsx';
import { SelectField, TextField } from '../ui/form/fields.tsx';
import formStyles from '../ui/form/form-shell.module.css';
import { createApiKey } from './api-keys.queries.ts';
import { endHint, endOptions, scopeTexts } from './key-words.ts';

export type MadeKey = { name: string; key: string };
type Props = { onMade: (made: MadeKey) => void | Promise<unknown>; onClose: () => void };
type Values = { name: string; scopes: readonly KeyScope[]; end: string; day: string };

const scopeOptions = keyScopes.map((value) => ({ value, ...scopeTexts[value] }));
const empty: Values = { name: '', scopes: [], end: '365', day: '' };

export function NewKeyDialog({ onMade, onClose }: Props) {
  const id = useId();
  const [values, setValues] = useState(empty);
  const deed = useConfirmedAction({ run: (password) => makeKey(values, password), onDone: onMade });
  return (
    <Dialog
      title="Make an API key"
      isOpen
      isChanged={values !== empty && !deed.isSuccess}
      onClose={deed.isPending ? undefined : onClose}
      actions={<DialogButtons action={{ label: 'Make key', form: id, isBusy: deed.isPending }} />}
    >
      <form id={id} noValidate className={formStyles.form} onSubmit={deed.submit}>
        <Fields
          values={values}
          errors={deed.fields}
          onChange={(changes) => setValues((before) => ({ ...before, ...changes }))}
        />
        <ConfirmedActionParts deed={deed} />
      </form>
    </Dialog>
  );
}

async function makeKey(values: Values, password: string | undefined): Promise<MadeKey> {
  const name = values.name.trim();
  const scopes = keyScopes.filter((scope) => values.scopes.includes(scope));
  const { key } = await createApiKey({ name, scopes, expiresAt: expiryDay(values), password });
  return { name, key };
}

type FieldProps = {
  values: Values;
  errors: Readonly<Record<string, string | undefined>>;
  onChange: (changes: Partial<Values>) => void;
};

function Fields({ values, errors, onChange }: FieldProps) {
  return (
    <>
      <TextField
        label="Name"
        description="The program that uses it, such as “Nightly import of matters”."
        isRequired
        maxLength={60}
        autoComplete="off"
        data-autofocus
        value={values.name}
        error={errors.name}
        onChange={({ currentTarget }) => onChange({ name: currentTarget.value })}
      />
      <CheckboxChoice
        legend="What it may do"
        options={scopeOptions}
        chosen={values.scopes}
        error={errors.scopes}
        onChange={(scopes) => onChange({ scopes })}
      />
      <EndFields values={values} errors={errors} onChange={onChange} />
    </>
  );
}

function EndFields({ values: { end, day }, errors: { expiresAt: error }, onChange }: FieldProps) {
  return (
    <>
      <SelectField
        label="Ends"
        options={endOptions}
        value={end}
        error={end === 'day' ? undefined : error}
        onChange={({ currentTarget }) => onChange({ end: currentTarget.value })}
      />
      {end === 'day' && (
        <TextField
          label="Last day"
          type="date"
          isRequired
          description={endHint}
          min={today()}
          value={day}
          error={error}
          onChange={({ currentTarget }) => onChange({ day: currentTarget.value })}
        />
      )}
    </>
  );
}

function expiryDay({ end, day }: Values): string | undefined {
  if (end === 'never') return undefined;
  return end === 'day' ? day : today(-Number(end));
}
