import { id, isoDate } from '@recoup/contract/core/fields';
import { useSearchParams } from 'react-router';
import { useFilterChange } from '../../ui/search/use-filter-change.ts';
import type { Incident } from '../audit.queries.ts';

/** The possible sources of an incident. */
export const culprits = ['actor', 'session', 'address'] as const;
export type Culprit = (typeof culprits)[number];

/** Form values; of the three sources only the one that `by` names counts. */
export type IncidentValues = Record<Culprit | 'from' | 'to' | 'firm', string> & { by: Culprit };

/** The form as the address has it, and the incident if it is complete. */
export function useIncident() {
  const [params] = useSearchParams();
  const change = useFilterChange();
  const values = readValues(params);
  const show = ({ by, from, to, firm, ...who }: IncidentValues) =>
    change({ from, to, firm, actor: '', session: '', address: '', [by]: who[by].trim() });
  return { values, incident: toIncident(values), show };
}

function readValues(params: URLSearchParams): IncidentValues {
  const day = (name: string) => isoDate.safeParse(params.get(name)).data ?? '';
  const readId = (name: string) => id.safeParse(params.get(name)).data ?? '';
  const values = {
    from: day('from'),
    to: day('to'),
    firm: readId('firm'),
    actor: readId('actor'),
    session: readId('session'),
    address: (params.get('address') ?? '').slice(0, 100),
  };
  return { ...values, by: culprits.find((name) => values[name] !== '') ?? 'actor' };
}

function toIncident({ by, from, to, firm, ...who }: IncidentValues): Incident | undefined {
  if (from === '' || to === '' || from > to || who[by] === '') return undefined;
  return { from, to, [by]: who[by], ...(firm !== '' && { firm }) };
}
