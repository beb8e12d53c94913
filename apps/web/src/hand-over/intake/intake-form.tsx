import {
  type MatterIntake,
  type SavedIntake,
  intakeEndpoints,
} from '@recoup/contract/hand-over/intake-endpoints';
import type { SftpServer } from '@recoup/contract/hand-over/sftp-endpoints';
import { may } from '../../platform/session/may.ts';
import { Button } from '../../ui/controls/button.tsx';
import { Alert } from '../../ui/feedback/alert.tsx';
import {
  choiceField,
  defineForm,
  flagField,
  formValuesFrom,
  textField,
} from '../../ui/form/define-form.ts';
import { Fields, useDefinedForm } from '../../ui/form/defined-fields.tsx';
import { hasFields, useFormAnswer } from '../../ui/form/use-form-answer.ts';
import { useUnsaved } from '../../ui/form/use-unsaved.ts';
import shared from '../../ui/layout/shared.module.css';
import { dayOptions, nextText, testText } from './intake-texts.ts';
import { undoable } from '../../ui/feedback/undo.ts';
import { Form } from '../../ui/form/form.tsx';
import { useAction, useActionBy } from '../../platform/api/use-action.ts';
import { send } from '../../platform/api/api-client.ts';

type Props = { saved: MatterIntake | null; servers: readonly SftpServer[] };

/** The folder and its times; auditors read when it runs. */
export function IntakeForm({ saved, servers }: Props) {
  if (!may('hand-overs:write'))
    return <p>{saved === null ? 'Nothing is imported on schedule.' : nextText(saved)}</p>;
  const [first] = servers;
  if (first === undefined) return <p>Add an SFTP server under Hand-over on schedule first.</p>;
  return <IntakeFields saved={saved} servers={servers} first={first} />;
}

function IntakeFields({ saved, servers, first }: Props & { first: SftpServer }) {
  const definition = defineIntakeForm(servers, first);
  const form = useDefinedForm(definition, {
    initialValues: formValuesFrom(definition, saved ?? {}),
  });
  const actions = useIntakeActions(() => form.resetDirty());
  const { error, leaving, submit } = useFormAnswer({
    form,
    saving: actions.save,
    onSave: (body) => actions.save.run({ body }),
  });
  useUnsaved(() => form.isDirty());
  return (
    <Form className={shared.stack} {...leaving} {...submit}>
      {error !== null && !hasFields(error) && <Alert kind="error">{error.message}</Alert>}
      <Fields form={form} />
      {saved !== null && <p>{nextText(saved)}</p>}
      <Actions actions={actions} saved={saved} values={() => form.getValues()} />
    </Form>
  );
}

function defineIntakeForm(servers: readonly SftpServer[], first: SftpServer) {
  return defineForm({
    server: {
      ...choiceField('SFTP server', {
        options: servers.map(({ _id: value, name: label }) => ({ value, label })),
        start: first._id,
      }),
      read: (saved?: { _id: string } | null) => saved?._id ?? first._id,
    },
    folder: textField('Folder', {
      description: 'Empty for the folder of the server.',
      autoComplete: 'off',
    }),
    pattern: textField('File names', {
      start: '*.csv',
      description: '* stands for any letters.',
      autoComplete: 'off',
      isRequired: true,
    }),
    days: choiceField('Days', { options: dayOptions, start: 'working_days' }),
    time: textField('Time', {
      start: '06:00',
      description: 'In South Africa.',
      type: 'time',
      isRequired: true,
    }),
    isOn: flagField('Import on schedule', { start: true }),
  });
}

type ActionsProps = {
  actions: ReturnType<typeof useIntakeActions>;
  saved: MatterIntake | null;
  values: () => SavedIntake;
};

function Actions({ actions: { save, test, start, remove }, saved, values }: ActionsProps) {
  const failed = [test, start, remove].find(({ error }) => error !== null)?.error;
  return (
    <>
      {failed && <Alert kind="error">{failed.message}</Alert>}
      {test.data && (
        <Alert kind={test.data.data.isWorking ? 'success' : 'error'}>
          {testText(test.data.data)}
        </Alert>
      )}
      <div className={shared.buttons}>
        <Button type="submit" isBusy={save.isPending}>
          Save import on schedule
        </Button>
        <Button variant="outline" isBusy={test.isPending} onClick={() => test.run(values())}>
          Test connection
        </Button>
        {saved?.isOn && (
          <Button variant="outline" isBusy={start.isPending} onClick={() => start.run({})}>
            Import now
          </Button>
        )}
        {saved !== null && (
          <Button variant="outline" isBusy={remove.isPending} onClick={() => remove.run(saved)}>
            Remove
          </Button>
        )}
      </div>
    </>
  );
}

/** Save, test, run and remove; the removed one can be brought back. */
function useIntakeActions(onSaved: () => void) {
  const changes = ['hand-overs'] as const;
  const save = useAction(intakeEndpoints.saveIntake, {
    done: 'Import on schedule saved.',
    changes,
    isFormKept: true,
    onDone: onSaved,
  });
  const test = useActionBy(({ server, folder, pattern }: SavedIntake) =>
    send(intakeEndpoints.testIntake, { body: { server, folder, pattern } }),
  );
  const start = useAction(intakeEndpoints.runIntake, {
    done: 'The folder is read within two minutes.',
    changes,
  });
  const remove = useActionBy((_: MatterIntake) => send(intakeEndpoints.deleteIntake, {}), {
    changes,
    onDone: (_, removed) =>
      void undoable({
        text: 'Import on schedule removed.',
        undo: () => save.run({ body: toSavedIntake(removed) }),
      }),
  });
  return { save, test, start, remove };
}

function toSavedIntake({ server, folder, pattern, days, time, isOn }: MatterIntake): SavedIntake {
  return { server: server._id, folder, pattern, days, time, isOn };
}
