import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { type ApiKey, apiKeyEndpoints, keyLimits } from '@recoup/contract/api-keys/endpoints';
import { type KeyScope, keyScopes } from '@recoup/contract/core/access';
import { paths } from '../platform/browser/paths.ts';
import { ConfirmedActionDialog } from '../platform/reauthentication/confirmed-action-dialog.tsx';
import { may } from '../platform/session/may.ts';
import { Button } from '../ui/controls/button.tsx';
import { ShownOnceDialog } from '../ui/dialog/shown-once-dialog.tsx';
import { Tag } from '../ui/feedback/tag.tsx';
import { toast } from '../ui/feedback/toast.tsx';
import { ItemList } from '../ui/layout/item-list.tsx';
import { Panel } from '../ui/layout/panel.tsx';
import shared from '../ui/layout/shared.module.css';
import { localDay, today } from '../platform/browser/local-day.ts';
import { CheckboxChoice } from '../ui/form/checkbox-choice.tsx';
import { DayField } from '../ui/form/day-field.tsx';
import { SelectField, TextField } from '../ui/form/fields.tsx';
import { invalidate, readData } from '../platform/api/read.ts';
import { Loaded } from '../ui/feedback/loaded.tsx';
import { send } from '../platform/api/api-client.ts';
import { formatDate } from '../ui/lib/format.ts';
import { formatMoment } from '../ui/lib/moment.ts';

/** The API keys of the firm, without the keys themselves. */
export const apiKeysQuery = readData(
  apiKeyEndpoints.listApiKeys,
  {},
  { what: 'API keys', staleTime: 0, beginsWithLast: true },
);

/** The keys with which programs of the firm call Recoup: make and delete. */
export function ApiKeysPanel() {
  const keys = useQuery(apiKeysQuery);
  return (
    <Panel label="API keys" isBusy={keys.isPending}>
      <div>
        <h2>API keys</h2>
        <p className={shared.muted}>
          For programs that call Recoup, such as your practice system. A key works in the name of
          the admin who made it, and never does more than that admin may.{' '}
          <Link to={paths.api}>How to begin</Link>. An assistant that speaks the Model Context
          Protocol connects to <code>{`${location.origin}/mcp`}</code> with a key.
        </p>
      </div>
      <Loaded query={keys} what="The API keys">
        {(data) => <Keys keys={data} />}
      </Loaded>
    </Panel>
  );
}

function Keys({ keys }: { keys: readonly ApiKey[] }) {
  const client = useQueryClient();
  const refresh = () => invalidate(client, ['api-keys']);
  const [deleting, setDeleting] = useState<ApiKey>();
  const mayWrite = may('api-keys:write');
  const close = () => {
    setDeleting(undefined);
    void refresh();
  };
  return (
    <>
      {keys.length === 0 && <p>There is no API key yet.</p>}
      <ItemList
        label="API keys"
        items={keys.map((key) => ({
          key: key._id,
          title: key.name,
          tag: !key.isWorking && <Tag>Does not work</Tag>,
          about: aboutText(key),
          action: mayWrite && (
            <Button
              variant="outline"
              size="small"
              aria-label={`Delete ${key.name}`}
              onClick={() => setDeleting(key)}
            >
              Delete
            </Button>
          ),
        }))}
      />
      {mayWrite && <MakeKey isFull={keys.length >= keyLimits.keys} refresh={refresh} />}
      {deleting && <DeleteDialog apiKey={deleting} onClose={close} />}
    </>
  );
}

function DeleteDialog({ apiKey, onClose }: { apiKey: ApiKey; onClose: () => void }) {
  return (
    <ConfirmedActionDialog
      title={`Delete ${apiKey.name}?`}
      question="Programs that use this key stop working at once. It cannot be brought back."
      actionLabel="Delete"
      isDanger
      run={() => send(apiKeyEndpoints.deleteApiKey, { params: { id: apiKey._id } })}
      onDone={() => {
        toast(`${apiKey.name} deleted.`);
        onClose();
      }}
      onClose={onClose}
    />
  );
}

type MakeProps = { isFull: boolean; refresh: () => Promise<unknown> };

function MakeKey({ isFull, refresh }: MakeProps) {
  const [isOpen, setOpen] = useState(false);
  const [made, setMade] = useState<MadeKey>();
  // A request whose reply was lost may have made one.
  const close = () => {
    setOpen(false);
    void refresh();
  };
  return (
    <>
      <div className={shared.buttons}>
        <Button disabled={isFull} data-shortcut="n" onClick={() => setOpen(true)}>
          Make a key
        </Button>
      </div>
      {isFull && (
        <p className={shared.muted}>
          The firm has {keyLimits.keys} keys, the most there can be. Delete one first.
        </p>
      )}
      {isOpen && (
        <NewKeyDialog
          onMade={(key) => {
            setMade(key);
            close();
          }}
          onClose={close}
        />
      )}
      {made && <MadeKeyDialog made={made} onClose={() => setMade(undefined)} />}
    </>
  );
}

function MadeKeyDialog({ made, onClose }: { made: MadeKey; onClose: () => void }) {
  return (
    <ShownOnceDialog
      title="Your API key"
      label="API key"
      secret={made.key}
      loss="The key is not shown again. Copy it first."
      about="It is not shown again after you close this. If it is lost, delete it and make another."
      onClose={onClose}
    >
      <p>
        This is the key <strong>{made.name}</strong>. Keep it where only the program reads it.
      </p>
    </ShownOnceDialog>
  );
}

type MadeKey = { name: string; key: string };
type Props = { onMade: (made: MadeKey) => void | Promise<unknown>; onClose: () => void };
type Values = { name: string; scopes: readonly KeyScope[]; end: string; day: string };

const scopeTexts: Readonly<Record<KeyScope, { label: string; about: string }>> = {
  read: { label: 'Read', about: 'Everything that an auditor of the firm reads.' },
  capture: {
    label: 'Capture',
    about: 'Record, correct, delete and reverse entries, and decide about calls.',
  },
  import: { label: 'Import', about: 'Import matters and calls, and undo an import.' },
  export: { label: 'Export', about: 'Close exports, and fetch their files and posting files.' },
  provision: {
    label: 'Provision',
    about: 'Add, change and end attorneys and firm admins. It goes on when its maker leaves.',
  },
};

const scopeOptions = keyScopes.map((value) => ({ value, ...scopeTexts[value] }));
const empty: Values = { name: '', scopes: [], end: '365', day: '' };

function NewKeyDialog({ onMade, onClose }: Props) {
  const [values, setValues] = useState(empty);
  return (
    <ConfirmedActionDialog
      title="Make an API key"
      actionLabel="Make key"
      isChanged={values !== empty}
      run={(password) => makeKey(values, password)}
      onDone={onMade}
      onClose={onClose}
    >
      {(errors) => (
        <Fields
          values={values}
          errors={errors}
          onChange={(changes) => setValues((before) => ({ ...before, ...changes }))}
        />
      )}
    </ConfirmedActionDialog>
  );
}

async function makeKey(values: Values, password: string | undefined): Promise<MadeKey> {
  const name = values.name.trim();
  const scopes = keyScopes.filter((scope) => values.scopes.includes(scope));
  const body = { name, scopes, expiresAt: expiryDay(values), password };
  const { data } = await send(apiKeyEndpoints.createApiKey, { body });
  return { name, key: data.key };
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
        <DayField
          label="Last day"
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

const days = [30, 90, 365] as const;

/** How long a key works; the values are days, and `day` for one that is typed. */
const endOptions = [
  ...days.map((count) => ({ value: String(count), label: endLabel(count) })),
  { value: 'day', label: 'On a day of your choice' },
  { value: 'never', label: 'Never' },
];

function endLabel(count: number): string {
  return count === 365 ? 'In a year' : `In ${count} days`;
}

const endHint = `At most ${keyLimits.years} years from today.`;

/** Why it does not work, what it may do, who made it, and when it was used and ends. */
function aboutText(key: ApiKey): string {
  const { whyNot, scopes, createdBy, createdAt, expiresAt, lastUsedAt } = key;
  const allowed = scopes.map((scope) => scopeTexts[scope].label).join(', ');
  const made = `made by ${createdBy.name} on ${formatLocalDay(createdAt)}`;
  const used = lastUsedAt === null ? 'not used yet' : `last used ${formatMoment(lastUsedAt)}`;
  // The midnight that ends a day belongs to that day here.
  const end = expiresAt === null ? 'does not end' : `last day ${formatLocalDay(expiresAt, -1)}`;
  return `${whyNot === null ? '' : `${whyNot} `}${allowed}; ${made}; ${used}; ${end}`;
}

function formatLocalDay(moment: string, plusMs = 0): string {
  return formatDate(localDay(new Date(Date.parse(moment) + plusMs)));
}
