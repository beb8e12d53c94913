import type { Firm } from '@recoup/contract/firms';
import { useQuery } from '@tanstack/react-query';
import { ChangedMeanwhile } from '../platform/changed-meanwhile.tsx';
import { firmQuery } from './firms.queries.ts';
import type { FirmValues } from './use-save-firm.ts';

type Props = {
  readonly id: string;
  readonly yours: FirmValues;
  readonly choose: { readonly takeTheirs: (theirs: Firm) => void; readonly keepMine: (theirs: Firm) => void };
};

export function FirmChangedMeanwhile({ id, yours, choose }: Props) {
  const saved = useQuery({ ...firmQuery(id), refetchOnMount: 'always' });
  return <ChangedMeanwhile saved={saved} differences={(theirs) => differences(yours, theirs)} choose={choose} />;
}

function differences(yours: FirmValues, theirs: Firm) {
  const domains = (of: readonly string[]) => of.filter((domain) => domain !== '').join(', ');
  const rows = [
    { field: 'Firm Name', theirs: theirs.name, yours: yours.name },
    { field: 'Domains', theirs: domains(theirs.domains), yours: domains(yours.domains) },
    {
      field: 'Logo',
      theirs: logoWord(theirs.logo),
      yours: yours.logo === '' ? logoWord(theirs.logo) : logoWord(yours.logo, 'another one'),
    },
  ];
  return rows.filter((row) => row.theirs !== row.yours);
}

function logoWord(logo: string | null, some = 'the one saved'): string {
  return logo === null ? 'none' : some;
}
