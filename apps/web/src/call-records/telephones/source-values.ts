import {
  type CallSystem,
  callSystemNames,
  callSystems,
  defaultCallZone,
} from '@recoup/contract/call-records/rules';
import type { CallSource, ChangedCallSource } from '@recoup/contract/call-records/set-up-endpoints';
import { errorTexts } from '@recoup/contract/core/error-texts';
import { UnsentError } from '../../platform/api/api-error.ts';
import { loadFailed } from '../../ui/feedback/lazy-part.tsx';
import { countOf } from '../../ui/lib/format.ts';
import { zoneName } from '../zone-field/zones.ts';

/** A telephone system as typed. */
export type SourceValues = Omit<CallSource, '_id' | 'system' | 'pull'> & {
  key: string;
  /** Undefined for a new one. */
  id: string | undefined;
  /** Empty until it is chosen. */
  system: CallSystem | '';
  /** Calls are fetched where the tenant is not empty. */
  pull: PullValues;
  lastPull: CallSource['pull'];
};
type PullValues = { tenant: string; clientId: string; clientSecret: string };

const noPull: PullValues = { tenant: '', clientId: '', clientSecret: '' };

export const systemOptions = [
  { value: '', label: 'Choose the telephone system' },
  ...callSystems.map((system) => ({ value: system, label: callSystemNames[system] })),
];

export function newSource(key: string): SourceValues {
  return {
    key,
    id: undefined,
    system: '',
    name: '',
    zone: defaultCallZone,
    outsidePrefix: '',
    mapping: {},
    imports: 0,
    secretMadeAt: null,
    lastEventAt: null,
    hasCalls: false,
    pull: noPull,
    lastPull: null,
  };
}

export function sourceValues({ _id, pull, ...source }: CallSource): SourceValues {
  const { tenant = '', clientId = '' } = pull ?? {};
  const typed = { tenant, clientId, clientSecret: '' };
  return { ...source, key: _id, id: _id, pull: typed, lastPull: pull };
}

export function canPull({ system }: Pick<SourceValues, 'system'>): boolean {
  return system === 'teams' || system === 'teams-direct-routing';
}

/** Throws an `UnsentError` if a field is wrong. */
export async function sourcesToSave(rows: readonly SourceValues[]): Promise<ChangedCallSource[]> {
  const { changedCallSources } = await loadSchemas();
  const { data, error } = changedCallSources.safeParse(toBody(rows));
  const names = rows.map(({ name }) => name.trim().toLowerCase());
  const repeated = names.flatMap((name, index) =>
    name !== '' && names.indexOf(name) < index
      ? [[`rows.${index}.name`, 'Another telephone system has this name.'] as const]
      : [],
  );
  return checkedRows(data?.sources, {
    ...Object.fromEntries(repeated),
    ...firstErrors(error?.issues),
  });
}

/** `FreePBX · UTC · 9 for an outside line · 3 imports`. */
export function sourceText({ system, zone, outsidePrefix, imports, name }: SourceValues): string {
  const kind = system === '' ? 'No system yet' : callSystemNames[system];
  const parts = [
    ...(name === kind ? [] : [kind]),
    zoneName(zone),
    ...(outsidePrefix === '' ? [] : [`${outsidePrefix} for an outside line`]),
    ...(imports === 0 ? [] : [countOf(imports, 'import', 'imports')]),
  ];
  return parts.join(' · ');
}

function toBody(rows: readonly SourceValues[]) {
  return {
    sources: rows.map(({ id, system, name, zone, outsidePrefix, mapping, pull }) => ({
      ...(id !== undefined && { _id: id }),
      system,
      name,
      zone,
      outsidePrefix,
      mapping,
      ...(canPull({ system }) && { pull: toPull(pull) }),
    })),
  };
}

function toPull({ tenant, clientId, clientSecret }: PullValues) {
  if (`${tenant}${clientId}`.trim() === '') return null;
  const secret = clientSecret === '' ? {} : { clientSecret };
  return { kind: 'teams', tenant, clientId, ...secret };
}

type Issue = { path: PropertyKey[]; message: string };

/** The schemas of both lists, which are half of what the page would begin with. */
export async function loadSchemas() {
  return import('@recoup/contract/call-records/set-up-endpoints').catch(() => {
    throw new UnsentError(loadFailed);
  });
}

/** Returns the rows to save; throws an `UnsentError` if a field is wrong. */
export function checkedRows<Row>(
  rows: Row[] | undefined,
  fields: Readonly<Record<string, string>>,
): Row[] {
  if (rows !== undefined && Object.keys(fields).length === 0) return rows;
  throw new UnsentError(errorTexts.invalid_input, fields);
}

/** The first message of each field. The server's list is named `rows` in the form. */
export function firstErrors(issues: readonly Issue[] = []): Record<string, string> {
  const errors = issues.map(({ path, message }) => [['rows', ...path.slice(1)].join('.'), message]);
  return Object.fromEntries(errors.toReversed()) as Record<string, string>; // pairs of texts
}
