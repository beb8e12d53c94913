import {
  type CallSystem,
  callSystemNames,
  callSystems,
  defaultCallZone,
} from '@recoup/contract/call-records/rules';
import type { CallSource, ChangedCallSource } from '@recoup/contract/call-records/set-up-endpoints';
import { countOf } from '../../ui/lib/format.ts';
import { zoneName } from '../zone-field/zones.ts';
import { checkedRows, firstErrors, loadSchemas } from './row-errors.ts';

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
