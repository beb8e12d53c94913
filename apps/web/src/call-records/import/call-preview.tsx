import type { CallImportPreview } from '@recoup/contract/call-records/import-endpoints';
import { Counts } from '../../matters/import/import-outcome.tsx';
import importStyles from '../../matters/import/imports.module.css';
import { Alert } from '../../ui/feedback/alert.tsx';
import { CheckboxField } from '../../ui/form/choice-fields.tsx';
import { TextField } from '../../ui/form/fields.tsx';
import { cx } from '../../ui/lib/class-names.ts';
import shared from '../../ui/layout/shared.module.css';
import { ZoneField } from '../zone-field/zone-field.tsx';
import styles from './call-imports.module.css';
import { CallMappingFields, DateOrderField } from './call-mapping.tsx';
import { lineCounts, describeFile, systemText, zoneQuestion } from './call-import-words.ts';
import { FirstCalls } from './first-calls.tsx';
import { OwnParties } from './own-parties.tsx';
import { SourceField } from './source-field.tsx';
import type { CallImportState } from './use-call-import.ts';

type Props = { state: CallImportState; preview: CallImportPreview };

/** Preview of an import, with the settings that the user can correct first. */
export function CallPreview({ state, preview }: Props) {
  const { progress, upload, correct, parties } = state;
  const isFaultSaid = upload.error?.message === preview.fault;
  return (
    <section
      className={cx(shared.stack, importStyles.preview)}
      aria-label="Preview"
      aria-busy={progress !== null}
    >
      <h2>Preview: {systemText(preview.source)}</h2>
      {preview.fault === null ? (
        <Counts counts={[...lineCounts(preview), ...errorCounts(preview)]} />
      ) : (
        !isFaultSaid && <Alert kind="error">{preview.fault}</Alert>
      )}
      <SourceFields state={state} preview={preview} />
      {preview.isZoneDoubtful && <ZoneQuestion state={state} preview={preview} />}
      {preview.source.system === 'csv' ? (
        <CallMappingFields preview={preview} onCorrect={(mapping) => correct({ mapping })} />
      ) : (
        preview.isOrderOpen && (
          <DateOrderField preview={preview} onCorrect={(mapping) => correct({ mapping })} />
        )
      )}
      {/* Below the fields: its length changes, and a field must not move while it is used. */}
      {preview.fault === null && <p className={importStyles.about}>{describeFile(preview)}</p>}
      {preview.notices.map((notice) => (
        <Alert key={notice} kind="info">
          {notice}
        </Alert>
      ))}
      {preview.ownParties.length > 0 && (
        <OwnParties {...preview} parties={parties} onSaved={state.lookAgain} />
      )}
      {preview.calls.length > 0 && <FirstCalls calls={preview.calls} />}
    </section>
  );
}

function SourceFields({ state: { correct }, preview }: Props) {
  const { source, outsidePrefix } = preview;
  return (
    <div className={styles.fields}>
      <ZoneField
        value={source.zone}
        description="For times that are written without their zone."
        onChange={(zone) => zone !== source.zone && correct({ zone })}
      />
      <TextField
        label="Outside line"
        description="Digits that are dialled before a number outside, such as 9."
        inputMode="numeric"
        autoComplete="off"
        value={outsidePrefix}
        onChange={({ currentTarget: { value } }) =>
          correct({ outsidePrefix: value.replaceAll(/\D/g, '').slice(0, 4) })
        }
      />
      <SourceField preview={preview} onChoose={(id) => correct({ ...unset, source: id })} />
    </div>
  );
}

/** Another telephone system has settings of its own. */
const unset = { zone: undefined, outsidePrefix: undefined, mapping: undefined };

function ZoneQuestion({ state, preview }: Props) {
  return (
    <div className={styles.question}>
      <p>{zoneQuestion(preview)}</p>
      <CheckboxField
        label="These times are right"
        checked={state.chosen.isZoneConfirmed}
        onChange={({ currentTarget }) => state.confirmZone(currentTarget.checked)}
      />
    </div>
  );
}

function errorCounts({ refused }: CallImportPreview): (readonly [label: string, count: number])[] {
  return refused > 0 ? [['Errors', refused]] : [];
}
