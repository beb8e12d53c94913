import type { CallImportPreview } from '@recoup/contract/call-records/import-endpoints';
import { formatPhone } from '@recoup/contract/core/phone-numbers';
import { useQuery } from '@tanstack/react-query';
import { attorneyNamesQuery } from '../../entries/lists/firm-entries.queries.ts';
import importStyles from '../../matters/import/imports.module.css';
import { currentUserQuery } from '../../platform/session/current-user.ts';
import { Button } from '../../ui/controls/button.tsx';
import { Alert } from '../../ui/feedback/alert.tsx';
import { SelectField } from '../../ui/form/fields.tsx';
import shared from '../../ui/layout/shared.module.css';
import { callsText } from '../open-calls/call-words.ts';
import styles from './call-imports.module.css';
import type { OwnParties as Choices } from './use-own-parties.ts';

type Party = CallImportPreview['ownParties'][number];
type Props = { ownParties: readonly Party[]; parties: Choices; onSaved: () => void };

/** Extensions in the file with their attorneys. The user chooses those of unknown extensions. */
export function OwnParties({ ownParties, parties, onSaved }: Props) {
  const unknown = ownParties.filter(({ attorney }) => attorney === null);
  const known = ownParties.filter(({ attorney }) => attorney !== null);
  return (
    <>
      {unknown.length > 0 && (
        <UnknownParties ownParties={unknown} parties={parties} onSaved={onSaved} />
      )}
      {known.length > 0 && (
        <section aria-label="Extensions with an attorney">
          <h3>Extensions with an attorney</h3>
          <ul className={styles.parties}>
            {known.map(({ value, calls, attorney }) => (
              <li key={value}>
                <strong>{formatPhone(value)}</strong> {attorney?.name}
                <span className={shared.muted}> · {callsText(calls)}</span>
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  );
}

/** Their calls are imported, and belong to an attorney as soon as one is chosen. */
function UnknownParties({ ownParties, parties, onSaved }: Props) {
  const firm = useQuery(currentUserQuery).data?.firm?._id;
  const names = useQuery({ ...attorneyNamesQuery(firm ?? ''), enabled: firm !== undefined });
  return (
    <section className={shared.stack} aria-label="Extensions without an attorney">
      <div>
        <h3>Extensions without an attorney</h3>
        <p className={importStyles.about}>
          Choose whose they are, now or later: until then only firm admins see their calls.
        </p>
      </div>
      {names.isError && <Alert kind="error">{names.error.message}</Alert>}
      <div className={importStyles.mapping}>
        {ownParties.map(({ value, calls }) => (
          <SelectField
            key={value}
            label={`${formatPhone(value)} (${callsText(calls)})`}
            options={[{ value: '', label: 'Choose an attorney' }, ...(names.data ?? [])]}
            value={parties.chosen.get(value) ?? ''}
            onChange={({ currentTarget }) => parties.choose(value, currentTarget.value)}
          />
        ))}
      </div>
      <SaveAttorneys parties={parties} onSaved={onSaved} />
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
