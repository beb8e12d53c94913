import { useQuery } from '@tanstack/react-query';
import { role } from '@recoup/contract/core/access';
import { type IncidentPack, xlsxType } from '@recoup/contract/audit/endpoints';
import { auditActor } from '@recoup/contract/audit/sentences';
import { rowsText, withPlainDays } from '../list/audit-texts.ts';
import { currentUserQuery } from '../../platform/session/current-user.ts';
import { PageFrame } from '../../ui/layout/page-frame.tsx';
import { Panel } from '../../ui/layout/panel.tsx';
import { downloadPack, firmNamesQuery, type Incident, incidentQuery } from '../audit.queries.ts';
import { type Culprit, culprits, type IncidentValues, useIncident } from './incident-view.ts';
import { Button } from '../../ui/controls/button.tsx';
import { DownloadIcon } from '../../ui/controls/transfer-icons.tsx';
import { Alert } from '../../ui/feedback/alert.tsx';
import shared from '../../ui/layout/shared.module.css';
import { formatCount } from '../../ui/lib/format.ts';
import { formatMoment } from '../../ui/lib/moment.ts';
import { saveFile } from '../../ui/lib/save-file.ts';
import { useActionBy } from '../../platform/api/use-action.ts';
import { Loaded } from '../../ui/feedback/loaded.tsx';
import styles from './incident.module.css';
import { useForm, type UseFormReturnType } from '@mantine/form';
import { backwards } from '@recoup/contract/core/fields';
import { isId } from '@recoup/contract/core/ids';
import { NotLoaded } from '../../ui/feedback/not-loaded.tsx';
import { RadioGroup } from '../../ui/form/choice-fields.tsx';
import { DayField } from '../../ui/form/day-field.tsx';
import { SelectField, TextField } from '../../ui/form/fields.tsx';
import { useFormAnswer } from '../../ui/form/use-form-answer.ts';
import { usePeople } from '../list/audit-filters.tsx';
import { Form } from '../../ui/form/form.tsx';

const intro =
  'The answers to the Information Regulator’s form about a security compromise, as far as Recoup ' +
  'knows them. The rest is for the firm to fill in.';

/** An incident, chosen by days and a person, a session or an address, and its answers. */
export function IncidentPage() {
  const isOfAll = useQuery(currentUserQuery).data?.role === role.systemAdmin;
  const { values, incident, show } = useIncident();
  return (
    <PageFrame title="Incident pack" intro={intro}>
      <Panel label="The incident">
        <IncidentForm
          key={JSON.stringify(values)}
          values={values}
          isOfAll={isOfAll}
          onShow={show}
        />
      </Panel>
      {incident !== undefined && <Answers incident={incident} />}
    </PageFrame>
  );
}

function Answers({ incident }: { incident: Incident }) {
  const answers = useQuery(incidentQuery(incident));
  if (answers.isSuccess) return <IncidentAnswers incident={incident} pack={answers.data} />;
  return (
    <Panel label="Answers" isBusy={answers.isPending}>
      <Loaded query={answers} what="The answers" />
    </Panel>
  );
}

const files = [
  { label: 'PDF', accept: 'application/pdf' },
  { label: 'XLSX', accept: xlsxType },
] as const;

type Props = { incident: Incident; pack: IncidentPack };

/** Answers that Recoup knows, and fields that the firm fills in. */
function IncidentAnswers({ incident, pack }: Props) {
  return (
    <>
      <Panel label="Answers">
        <h2>Answers</h2>
        <Files incident={incident} />
        <dl className={styles.answers}>
          {pack.fields.map(({ question, answer, isKnown }) => (
            <div key={question}>
              <dt>{question}</dt>
              <dd className={isKnown ? undefined : shared.muted}>
                {isKnown ? answer : answer || 'The firm fills this in.'}
              </dd>
            </div>
          ))}
        </dl>
      </Panel>
      <PersonalInformation pack={pack} />
      <Timeline pack={pack} />
      {pack.actions.length > 0 && (
        <Panel label="What you can do now">
          <h2>What you can do now</h2>
          <ul className={styles.points}>
            {pack.actions.map((action) => (
              <li key={action}>{action}</li>
            ))}
          </ul>
        </Panel>
      )}
    </>
  );
}

/** The number of people, and the kinds of data. */
function PersonalInformation({ pack }: Pick<Props, 'pack'>) {
  return (
    <Panel label="Personal information">
      <h2>Personal information</h2>
      <p>People and clients in what was read or sent: {formatCount(pack.people)}.</p>
      {pack.kinds.length > 0 && (
        <ul className={styles.points}>
          {pack.kinds.map(({ kind, columns, rows }) => (
            <li key={kind}>
              {kind}: {columns.join(', ')} ({rowsText(rows)})
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}

function Files({ incident }: { incident: Incident }) {
  const file = useActionBy((accept: string) => downloadPack(incident, accept), {
    onDone: saveFile,
  });
  return (
    <>
      {file.isError && <Alert kind="error">{file.error.message}</Alert>}
      <div className={shared.buttons} data-unprinted>
        {files.map(({ label, accept }) => (
          <Button
            key={label}
            variant="outline"
            isBusy={file.isPending && file.variables === accept}
            onClick={() => file.run(accept)}
          >
            <DownloadIcon />
            Download {label}
          </Button>
        ))}
      </div>
    </>
  );
}

function Timeline({ pack: { timeline, count } }: Pick<Props, 'pack'>) {
  const rest = count - timeline.length;
  return (
    <Panel label="Timeline">
      <h2>Timeline</h2>
      <ol className={styles.timeline} hidden={timeline.length === 0}>
        {timeline.map((line) => (
          <li key={line._id}>
            <span className={shared.muted}>{formatMoment(line.at)}</span>
            <span>
              {auditActor(line)}: {withPlainDays(line.sentence)}
              {line.subject?.label ? ` (${line.subject.label})` : ''}
              {line.outcome === 'refused' ? ', refused' : ''}
              {line.rows === null ? '' : `, ${rowsText(line.rows)}`}
            </span>
          </li>
        ))}
      </ol>
      {timeline.length === 0 && <p>Nothing is logged for these days.</p>}
      {rest > 0 && <p>{formatCount(rest)} more lines are in the XLSX file.</p>}
    </Panel>
  );
}

type IncidentFormProps = {
  values: IncidentValues;
  isOfAll: boolean;
  onShow: (values: IncidentValues) => void;
};
type Inputs = UseFormReturnType<IncidentValues>;

const culpritOptions = [
  { value: 'actor', label: 'A person' },
  { value: 'session', label: 'A session' },
  { value: 'address', label: 'An address' },
] as const satisfies readonly { value: Culprit; label: string }[];

/** The days, and whose doing it was. */
function IncidentForm({ values, isOfAll, onShow }: IncidentFormProps) {
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

function CulpritFields({ form, isOfAll }: { form: Inputs; isOfAll: boolean }) {
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

function PersonFields({ form, isOfAll }: { form: Inputs; isOfAll: boolean }) {
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

function FirmField({ form }: { form: Inputs }) {
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
