import { useForm, type UseFormReturnType } from '@mantine/form';
import type { MatterIntake, SavedIntake } from '@recoup/contract/hand-over/intake-endpoints';
import type { SftpServer } from '@recoup/contract/hand-over/sftp-endpoints';
import { may } from '../../platform/session/may.ts';
import { Button } from '../../ui/controls/button.tsx';
import { Alert } from '../../ui/feedback/alert.tsx';
import { CheckboxField } from '../../ui/form/choice-fields.tsx';
import { SelectField, TextField } from '../../ui/form/fields.tsx';
import { hasFields, useFormAnswer } from '../../ui/form/use-form-answer.ts';
import { useUnsaved } from '../../ui/form/use-unsaved.ts';
import shared from '../../ui/layout/shared.module.css';
import { dayOptions, nextText, testText } from './intake-texts.ts';
import { toast } from '../../ui/feedback/toast.tsx';
import { undoable } from '../../ui/feedback/undo.ts';
import { useOneMutation } from '../../ui/form/use-one-mutation.ts';
import { useRefresh } from '../use-refresh.ts';
import { deleteIntake, runIntake, saveIntake, testIntake } from './intake.queries.ts';
import { Form } from '../../ui/form/form.tsx';

type Props = { saved: MatterIntake | null; servers: readonly SftpServer[] };

/** The folder and its times; auditors read when it runs. */
export function IntakeForm({ saved, servers }: Props) {
  if (!may('hand-overs:write'))
    return <p>{saved === null ? 'Nothing is imported on schedule.' : nextText(saved)}</p>;
  const [first] = servers;
  if (first === undefined) return <p>Add an SFTP server under Hand-over on schedule first.</p>;
  return <Fields saved={saved} servers={servers} first={first} />;
}

function Fields({ saved, servers, first }: Props & { first: SftpServer }) {
  const form = useForm<IntakeValues>({ initialValues: intakeValuesFrom(saved, first) });
  const deeds = useIntakeActions(() => form.resetDirty());
  const { error, leaving, submit } = useFormAnswer({
    form,
    saving: deeds.save,
    onSave: (values) => deeds.save.mutate(values),
  });
  useUnsaved(() => form.isDirty());
  return (
    <Form className={shared.stack} {...leaving} {...submit}>
      {error !== null && !hasFields(error) && <Alert kind="error">{error.message}</Alert>}
      <Inputs form={form} servers={servers} />
      {saved !== null && <p>{nextText(saved)}</p>}
      <Actions deeds={deeds} saved={saved} values={() => form.getValues()} />
    </Form>
  );
}

type InputsProps = Pick<Props, 'servers'> & { form: UseFormReturnType<IntakeValues> };

function Inputs({ form, servers }: InputsProps) {
  const options = servers.map(({ _id: value, name: label }) => ({ value, label }));
  return (
    <>
      <SelectField label="SFTP server" options={options} {...form.getInputProps('server')} />
      <TextField
        label="Folder"
        description="Empty for the folder of the server."
        autoComplete="off"
        {...form.getInputProps('folder')}
      />
      <TextField
        label="File names"
        description="* stands for any letters."
        autoComplete="off"
        isRequired
        {...form.getInputProps('pattern')}
      />
      <SelectField label="Days" options={dayOptions} {...form.getInputProps('days')} />
      <TextField
        label="Time"
        description="In South Africa."
        type="time"
        isRequired
        {...form.getInputProps('time')}
      />
      <CheckboxField
        label="Import on schedule"
        {...form.getInputProps('isOn', { type: 'checkbox' })}
      />
    </>
  );
}

type ActionsProps = {
  deeds: ReturnType<typeof useIntakeActions>;
  saved: MatterIntake | null;
  values: () => IntakeValues;
};

function Actions({ deeds: { save, test, run, remove }, saved, values }: ActionsProps) {
  const failed = [test, run, remove].find(({ error }) => error !== null)?.error;
  return (
    <>
      {failed && <Alert kind="error">{failed.message}</Alert>}
      {test.data && (
        <Alert kind={test.data.isWorking ? 'success' : 'error'}>{testText(test.data)}</Alert>
      )}
      <div className={shared.buttons}>
        <Button type="submit" isBusy={save.isPending}>
          Save import on schedule
        </Button>
        <Button variant="outline" isBusy={test.isPending} onClick={() => test.mutate(values())}>
          Test connection
        </Button>
        {saved?.isOn && (
          <Button variant="outline" isBusy={run.isPending} onClick={() => run.mutate()}>
            Import now
          </Button>
        )}
        {saved !== null && (
          <Button variant="outline" isBusy={remove.isPending} onClick={() => remove.mutate(saved)}>
            Remove
          </Button>
        )}
      </div>
    </>
  );
}

function intakeValuesFrom(saved: MatterIntake | null, first: SftpServer): IntakeValues {
  if (saved === null) {
    const start = { pattern: '*.csv', days: 'working_days', time: '06:00', isOn: true } as const;
    return { ...start, server: first._id, folder: '' };
  }
  const { server, folder, pattern, days, time, isOn } = saved;
  return { server: server._id, folder, pattern, days, time, isOn };
}

type IntakeValues = SavedIntake;

/** Save, test, run and remove; the removed one can be brought back. */
function useIntakeActions(onSaved: () => void) {
  const refresh = useRefresh();
  const save = useOneMutation({
    mutationFn: saveIntake,
    onSuccess: () => {
      onSaved();
      toast('Import on schedule saved.');
    },
    onSettled: refresh,
  });
  const test = useOneMutation({ mutationFn: testIntake });
  const run = useOneMutation({
    mutationFn: runIntake,
    onSuccess: () => toast('The folder is read within two minutes.'),
    onSettled: refresh,
  });
  const remove = useOneMutation({
    mutationFn: async (_: MatterIntake) => deleteIntake(),
    onSuccess: (_, removed) =>
      void undoable({
        text: 'Import on schedule removed.',
        undo: () => save.mutate(toSavedIntake(removed)),
      }),
    onSettled: refresh,
  });
  return { save, test, run, remove };
}

function toSavedIntake({ server, folder, pattern, days, time, isOn }: MatterIntake): SavedIntake {
  return { server: server._id, folder, pattern, days, time, isOn };
}
