import { sortByName } from '@recoup/contract/core/folded';
import {
  callSetUpEndpoints,
  type CallSource,
  type ChangedExtension,
  type Extension,
  maxCallSources,
  maxExtensions,
} from '@recoup/contract/call-records/set-up-endpoints';
import { formatPhone, toE164 } from '@recoup/contract/core/phone-numbers';
import { send } from '../../platform/api/api-client.ts';
import { useReadOnce } from '../../platform/api/use-read-once.ts';
import { useLoadBeforeUse } from '../../platform/browser/load-before-use.ts';
import { useAttorneyNames } from '../../platform/session/attorney-names.ts';
import { Loaded, together } from '../../ui/feedback/loaded.tsx';
import { DayField } from '../../ui/form/day-field.tsx';
import { SelectField, TextField } from '../../ui/form/fields.tsx';
import { Deferred } from '../../ui/layout/deferred.tsx';
import { PageFrame } from '../../ui/layout/page-frame.tsx';
import { Panel } from '../../ui/layout/panel.tsx';
import { formatDate } from '../../ui/lib/format.ts';
import { callSourcesQuery, callSubjects, extensionsQuery } from '../call-set-up.queries.ts';
import { ZoneField } from '../zone-field/zone-field.tsx';
import { EventsPanel } from './events-panel.tsx';
import { RowList, type RowListProps, useRowsForm } from './row-list.tsx';
import {
  canPull,
  checkedRows,
  firstErrors,
  loadSchemas,
  newSource,
  sourcesToSave,
  sourceText,
  type SourceValues,
  sourceValues,
  systemOptions,
} from './source-values.ts';

const intro =
  'Where your call records come from, and whose calls they are. A change also holds for calls ' +
  'that were imported before and are not recorded yet.';

/** The telephone systems and the extensions of the firm (product-2, section 4). */
export function TelephonesPage() {
  return (
    <PageFrame title="Telephones" width="form" intro={intro}>
      <Panels />
    </PageFrame>
  );
}

function Panels() {
  useLoadBeforeUse(loadSchemas);
  const query = together(
    useReadOnce(callSourcesQuery),
    useReadOnce(extensionsQuery),
    useAttorneyNames(),
  );
  if (!query.data)
    return (
      <Panel label="Telephones" isBusy={query.error === null}>
        <Loaded query={query} what="The telephones" />
      </Panel>
    );
  const [sources, extensions, attorneys] = query.data;
  return (
    <>
      <SourcesPanel sources={sources} />
      <Deferred>
        <EventsPanel />
        <ExtensionsPanel extensions={extensions} attorneys={attorneys} />
      </Deferred>
    </>
  );
}

type Attorney = { value: string; label: string };
type Props = { extensions: Extension[]; attorneys: readonly Attorney[] };

const about =
  'Whose calls those of an extension, email or number are. If an extension moves, end its row ' +
  'and add another one. The cell and the email of an attorney need no row.';

/** Which attorney has which extension, and when. */
function ExtensionsPanel({ extensions, attorneys }: Props) {
  const list = useRowsForm<ExtensionValues>({
    rows: extensions.map(extensionValues),
    save: async (rows) => {
      const body = { extensions: await extensionsToSave(rows) };
      return (await send(callSetUpEndpoints.replaceExtensions, { body })).data.map(extensionValues);
    },
    done: 'Extensions saved.',
    changes: callSubjects,
  });
  const options = [none, ...withFormer(attorneys, extensions)];
  const attorneyName = (id: string) => options.find(({ value }) => value === id)?.label ?? '';
  return (
    <RowList
      title="Extensions"
      about={about}
      list={list}
      noun="extension"
      max={maxExtensions}
      newRow={newExtension}
      describe={(row) => ({
        name: formatPhone(row.value),
        text: extensionText(row, attorneyName(row.attorney)),
      })}
      renderFields={({ form, index, isAdded }) => {
        const of = (field: string) => form.getInputProps(`rows.${index}.${field}`);
        return (
          <>
            <TextField {...valueField} ref={isAdded ? takeFocus : undefined} {...of('value')} />
            <SelectField label="Attorney" isRequired options={options} {...of('attorney')} />
            <DayField label="From" description="Empty: always." {...of('from')} />
            <DayField label="Until" description="The last day." {...of('until')} />
          </>
        );
      }}
    />
  );
}

const none = { value: '', label: 'Choose an attorney' };

const valueField = {
  label: 'Extension or number',
  isRequired: true,
  autoComplete: 'off',
} as const;

/** Extensions may be those of people who no longer are attorneys. */
function withFormer(attorneys: readonly Attorney[], extensions: readonly Extension[]): Attorney[] {
  const known = new Map(extensions.map(({ attorney }) => [attorney._id, attorney.name] as const));
  for (const { value, label } of attorneys) known.set(value, label);
  const all = [...known].map(([value, label]) => ({ value, label }));
  return sortByName(all, ({ label }) => label);
}

const aboutSources =
  'The first import of a file adds its system. Another one of the same kind, such as that of a ' +
  'branch, is added here, and chosen in the preview. A system with imports stays.';

/** The telephone systems of the firm. */
function SourcesPanel({ sources }: { sources: CallSource[] }) {
  const list = useRowsForm<SourceValues>({
    rows: sources.map(sourceValues),
    save: async (rows) => {
      const body = { sources: await sourcesToSave(rows) };
      return (await send(callSetUpEndpoints.replaceCallSources, { body })).data.map(sourceValues);
    },
    done: 'Telephone systems saved.',
    changes: callSubjects,
  });
  return (
    <RowList
      title="Telephone systems"
      about={aboutSources}
      list={list}
      noun="system"
      max={maxCallSources}
      newRow={newSource}
      describe={(row) => ({ name: row.name, text: sourceText(row) })}
      canRemove={({ imports, lastEventAt, hasCalls }) =>
        imports === 0 && lastEventAt === null && !hasCalls
      }
      renderFields={SourceFields}
    />
  );
}

type FieldsProps = Parameters<RowListProps<SourceValues>['renderFields']>[0];

function SourceFields({ form, row, index, isAdded }: FieldsProps) {
  const of = (field: string) => form.getInputProps(`rows.${index}.${field}`);
  const { value: _, onChange, error } = of('zone');
  return (
    <>
      <TextField
        ref={isAdded ? takeFocus : undefined}
        label="Name"
        isRequired
        autoComplete="off"
        {...of('name')}
      />
      {row.imports === 0 && row.lastEventAt === null && (
        <SelectField label="System" isRequired options={systemOptions} {...of('system')} />
      )}
      <ZoneField
        value={row.zone}
        description="For times that are written without their zone."
        error={error}
        onChange={onChange}
      />
      <TextField
        label="Outside line"
        description="Digits that are dialled before a number outside, such as 9."
        inputMode="numeric"
        autoComplete="off"
        {...of('outsidePrefix')}
      />
      {canPull(row) && (
        <>
          <TextField
            label="Tenant of Microsoft 365"
            description="With one, Recoup fetches the calls every 15 minutes."
            autoComplete="off"
            spellCheck={false}
            {...of('pull.tenant')}
          />
          <TextField
            label="Application (client) ID"
            description="With the permission CallRecord-PstnCalls.Read.All."
            autoComplete="off"
            spellCheck={false}
            {...of('pull.clientId')}
          />
          <TextField
            label="Client secret"
            description={row.lastPull === null ? undefined : 'Empty: that of before stays.'}
            type="password"
            autoComplete="off"
            {...of('pull.clientSecret')}
          />
        </>
      )}
    </>
  );
}

/** A new row begins with its first field. */
function takeFocus(field: HTMLElement | null): void {
  field?.focus();
}

/** An extension as typed; an empty day is open. */
export type ExtensionValues = {
  key: string;
  value: string;
  attorney: string;
  from: string;
  until: string;
};

export function newExtension(key: string): ExtensionValues {
  return { key, value: '', attorney: '', from: '', until: '' };
}

function extensionValues(
  { value, attorney, from, until }: Extension,
  key: number,
): ExtensionValues {
  return { key: String(key), value, attorney: attorney._id, from: from ?? '', until: until ?? '' };
}

/** Throws an `UnsentError` if a field is wrong. */
export async function extensionsToSave(
  rows: readonly ExtensionValues[],
): Promise<ChangedExtension[]> {
  const { changedExtensions } = await loadSchemas();
  const { data, error } = changedExtensions.safeParse(toBody(rows));
  const missing = rows.flatMap(({ attorney }, index) =>
    attorney === '' ? [[`rows.${index}.attorney`, 'Choose an attorney.'] as const] : [],
  );
  return checkedRows(data?.extensions, {
    ...overlaps(rows),
    ...firstErrors(error?.issues),
    ...Object.fromEntries(missing),
  });
}

/** `Thabo Mokoena · from 1 Oct 2026 · until 31 Oct 2026`. */
export function extensionText({ attorney, from, until }: ExtensionValues, name: string): string {
  const parts = [
    attorney === '' ? 'No attorney yet' : name,
    ...(from === '' ? [] : [`from ${formatDate(from)}`]),
    ...(until === '' ? [] : [`until ${formatDate(until)}`]),
  ];
  return parts.join(' · ');
}

/** The later row of two that hold for the same day. */
function overlaps(rows: readonly ExtensionValues[]): Record<string, string> {
  const message = 'Another row has this extension on the same days. End the earlier one first.';
  const found = rows.flatMap((row, index) =>
    rows.slice(0, index).some((earlier) => hasCommonDay(earlier, row))
      ? [[`rows.${index}.value`, message] as const]
      : [],
  );
  return Object.fromEntries(found);
}

function hasCommonDay(a: ExtensionValues, b: ExtensionValues): boolean {
  const value = plain(a.value);
  const begins = (first: string, last: string) => first === '' || last === '' || first <= last;
  return (
    value !== '' && value === plain(b.value) && begins(a.from, b.until) && begins(b.from, a.until)
  );
}

/** As the server compares them: numbers in one spelling. */
function plain(value: string): string {
  return toE164(value) ?? value.trim().toLowerCase();
}

function toBody(rows: readonly ExtensionValues[]) {
  return {
    extensions: rows.map(({ value, attorney, from, until }) => ({
      value,
      attorney,
      from: from === '' ? null : from,
      until: until === '' ? null : until,
    })),
  };
}
