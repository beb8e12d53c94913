import { useForm, type UseFormReturnType } from '@mantine/form';
import { backwards } from '@recoup/contract/core/fields';
import { isId } from '@recoup/contract/core/ids';
import { useQuery } from '@tanstack/react-query';
import { Button } from '../../ui/controls/button.tsx';
import { NotLoaded } from '../../ui/feedback/not-loaded.tsx';
import { RadioGroup } from '../../ui/form/choice-fields.tsx';
import { DayField } from '../../ui/form/day-field.tsx';
import { SelectField, TextField } from '../../ui/form/fields.tsx';
import { useFormAnswer } from '../../ui/form/use-form-answer.ts';
import shared from '../../ui/layout/shared.module.css';
import { firmNamesQuery } from '../audit.queries.ts';
import { usePeople } from '../list/audit-filters.tsx';
import { type Culprit, culprits, type IncidentValues } from './incident-view.ts';
import styles from './incident.module.css';
import { Form } from '../../ui/form/form.tsx';

type Props = {
  values: IncidentValues;
  isOfAll: boolean;
  onShow: (values: IncidentValues) => void;
};
type Form = UseFormReturnType<IncidentValues>;

const culpritOptions = [
  { value: 'actor', label: 'A person' },
  { value: 'session', label: 'A session' },
  { value: 'address', label: 'An address' },
] as const satisfies readonly { value: Culprit; label: string }[];

/** The days, and whose doing it was. */
export function IncidentForm({ values, isOfAll, onShow }: Props) {
  const form = useForm<IncidentValues>({
    initialValues: values,
    validate: rules,
  });
  const { leaving, submit } = useFormAnswer({ form, onSave: onShow });
  return (
    <Form className={shared.stack} {...leaving} {...submit}>
      <div className={styles.days}>
        <DayField label="First day" isRequired {...form.getInputProps('from')} />
        <DayField label="Last day" isRequired {...form.getInputProps('to')} />
      </div>
      <RadioGroup
        label="Whose doing"
        options={culpritOptions}
        value={form.values.by}
        onChange={(value) =>
          form.setFieldValue('by', culprits.find((each) => each === value) ?? 'actor')
        }
      />
      <CulpritFields form={form} isOfAll={isOfAll} />
      <div className={shared.buttons}>
        <Button type="submit">Show answers</Button>
      </div>
    </Form>
  );
}

function CulpritFields({ form, isOfAll }: { form: Form; isOfAll: boolean }) {
  const { by } = form.values;
  if (by === 'actor') return <PersonFields form={form} isOfAll={isOfAll} />;
  return by === 'session' ? (
    <TextField
      label="Session"
      description="Its id. Details of a line of the audit log lead here with it."
      autoComplete="off"
      isRequired
      {...form.getInputProps('session')}
    />
  ) : (
    <TextField
      label="Address"
      description="As the audit log shows it, for example 196.25.1.1."
      autoComplete="off"
      isRequired
      {...form.getInputProps('address')}
    />
  );
}

function PersonFields({ form, isOfAll }: { form: Form; isOfAll: boolean }) {
  const people = usePeople(form.values, isOfAll);
  const { actor } = form.values;
  const known = people.data ?? [];
  const isOther = actor !== '' && known.every(({ value }) => value !== actor);
  return (
    <>
      {isOfAll && <FirmField form={form} />}
      <NotLoaded what="The people" of={people} />
      <SelectField
        label="Person"
        isRequired
        options={[
          { value: '', label: 'Choose a person' },
          ...known,
          ...(isOther ? [{ value: actor, label: 'The person of the audit log' }] : []),
        ]}
        {...form.getInputProps('actor')}
      />
    </>
  );
}

function FirmField({ form }: { form: Form }) {
  const firms = useQuery(firmNamesQuery);
  return (
    <>
      <NotLoaded what="The firms" of={firms} />
      <SelectField
        label="Firm"
        options={[{ value: '', label: 'Choose a firm' }, ...(firms.data ?? [])]}
        {...form.getInputProps('firm')}
      />
    </>
  );
}

const rules = {
  from: (from: string) => (from === '' ? 'Choose the first day.' : null),
  to: toError,
  actor: (actor: string, { by }: IncidentValues) =>
    by === 'actor' && actor === '' ? 'Choose a person.' : null,
  session: sessionError,
  address: (address: string, { by }: IncidentValues) =>
    by === 'address' && address.trim() === '' ? 'Type the address.' : null,
};

function toError(to: string, { from }: IncidentValues): string | null {
  if (to === '') return 'Choose the last day.';
  return from > to ? backwards.error : null;
}

function sessionError(session: string, { by }: IncidentValues): string | null {
  return by === 'session' && !isId(session.trim())
    ? 'Enter the id of a session, as the audit log shows it.'
    : null;
}
