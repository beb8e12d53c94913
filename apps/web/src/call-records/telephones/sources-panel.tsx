import {
  type CallSource,
  maxCallSources,
  callSetUpEndpoints,
} from '@recoup/contract/call-records/set-up-endpoints';
import { SelectField, TextField } from '../../ui/form/fields.tsx';
import { send } from '../../platform/api/api-client.ts';
import { ZoneField } from '../zone-field/zone-field.tsx';
import { RowList, type RowListProps } from './row-list.tsx';
import {
  canPull,
  sourcesToSave,
  newSource,
  sourceErrors,
  sourceText,
  type SourceValues,
  sourceValues,
  systemOptions,
} from './source-values.ts';
import { takeFocus } from './take-focus.ts';
import { useRowsForm } from './use-rows-form.ts';
import { callSubjects } from '../call-set-up.queries.ts';

const about =
  'The first import of a file adds its system. Another one of the same kind, such as that of a ' +
  'branch, is added here, and chosen in the preview. A system with imports stays.';

/** The telephone systems of the firm. */
export function SourcesPanel({ sources }: { sources: CallSource[] }) {
  const list = useRowsForm<SourceValues>({
    rows: sources.map(sourceValues),
    validate: sourceErrors,
    save: async (rows) => {
      const body = { sources: sourcesToSave(rows) };
      return (await send(callSetUpEndpoints.replaceCallSources, { body })).data.map(sourceValues);
    },
    done: 'Telephone systems saved.',
    changes: callSubjects,
  });
  return (
    <RowList
      title="Telephone systems"
      about={about}
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
