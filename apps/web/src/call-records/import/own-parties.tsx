import type { CallImportPreview } from '@recoup/contract/call-records/import-endpoints';
import { formatPhone } from '@recoup/contract/core/phone-numbers';
import { useQuery } from '@tanstack/react-query';
import importStyles from '../../matters/import/imports.module.css';
import { attorneyNamesQuery } from '../../entries/lists/firm-entries.queries.ts';
import { currentUserQuery } from '../../platform/session/current-user.ts';
import { Button } from '../../ui/controls/button.tsx';
import { Alert } from '../../ui/feedback/alert.tsx';
import { ScrollArea } from '../../ui/layout/scroll-area.tsx';
import shared from '../../ui/layout/shared.module.css';
import { formatCount } from '../../ui/lib/format.ts';
import { InlineSelect } from '../../ui/list/inline-select.tsx';
import type { OwnParties as Choices } from './use-own-parties.ts';

type Party = CallImportPreview['ownParties'][number];
type Props = { ownParties: readonly Party[]; parties: Choices; onSaved: () => void };

/** Whose calls the file has; attorneys of unknown extensions are chosen here. */
export function OwnParties({ ownParties, parties, onSaved }: Props) {
  const firm = useQuery(currentUserQuery).data?.firm?._id;
  const names = useQuery({ ...attorneyNamesQuery(firm ?? ''), enabled: firm !== undefined });
  const unknown = ownParties.filter(({ attorney }) => attorney === null);
  const known = ownParties.filter(({ attorney }) => attorney !== null);
  return (
    <section className={shared.stack} aria-label="Extensions">
      {names.isError && <Alert kind="error">{names.error.message}</Alert>}
      <ScrollArea label="Extensions of the file">
        <table>
          <caption>{captionOf(unknown.length)}</caption>
          <thead>
            <tr>
              {['Extension', 'Calls', 'Attorney'].map((title) => (
                <th key={title} scope="col">
                  {title}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {[...unknown, ...known].map((party) => (
              <PartyRow
                key={party.value}
                party={party}
                parties={parties}
                names={names.data ?? []}
              />
            ))}
          </tbody>
        </table>
      </ScrollArea>
      {unknown.length > 0 && <SaveAttorneys parties={parties} onSaved={onSaved} />}
    </section>
  );
}

function SaveAttorneys({ parties, onSaved }: Omit<Props, 'ownParties'>) {
  const isNone = parties.chosen.size === 0;
  return (
    <div className={importStyles.buttons}>
      <Button
        variant="outline"
        isBusy={parties.isSaving}
        isResting={isNone}
        onClick={() => parties.save(onSaved)}
      >
        Save attorneys
      </Button>
      {!isNone && <span className={shared.muted}>An import saves them too.</span>}
    </div>
  );
}

type RowProps = {
  party: Party;
  parties: Choices;
  names: readonly { value: string; label: string }[];
};

function PartyRow({ party: { value, calls, attorney }, parties, names }: RowProps) {
  const name = formatPhone(value);
  return (
    <tr>
      <td>{name}</td>
      <td>{formatCount(calls)}</td>
      <td>
        {attorney === null ? (
          <InlineSelect
            label={`Attorney of ${name}`}
            options={[{ value: '', label: 'Choose an attorney' }, ...names]}
            value={parties.chosen.get(value) ?? ''}
            onChoose={(chosen) => parties.choose(value, chosen)}
          />
        ) : (
          attorney.name
        )}
      </td>
    </tr>
  );
}

function captionOf(unknown: number): string {
  if (unknown === 0) return 'Extensions and their attorneys';
  if (unknown === 1) return '1 extension has no attorney yet; its calls wait for one';
  return `${formatCount(unknown)} extensions have no attorney yet; their calls wait for one`;
}
