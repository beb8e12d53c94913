import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Alert } from '../ui/feedback/alert.tsx';
import { NotLoaded } from '../ui/feedback/not-loaded.tsx';
import { CheckboxField, RadioGroup } from '../ui/form/choice-fields.tsx';
import styles from './exports.module.css';
import { exportSettingsQuery, saveExportSettings } from './exports.queries.ts';
import shared from '../ui/layout/shared.module.css';

type Delimiter = ReturnType<typeof useDelimiter>;

/** The firm's CSV format; shows the last choice while it is saved. */
export function useDelimiter() {
  const client = useQueryClient();
  const loading = useQuery(exportSettingsQuery());
  const { data } = loading;
  // Not one at a time: a later choice replaces an earlier one.
  const saving = useMutation({
    mutationFn: saveExportSettings,
    onSuccess: (saved) => client.setQueryData(exportSettingsQuery().queryKey, saved),
  });
  const shown = !data || !saving.isPending ? data : { ...data, ...saving.variables };
  return {
    settings: shown,
    isSaving: saving.isPending,
    loading,
    error: saving.error,
    choose: saving.mutate,
    /** The first download confirms the shown choice, without waiting for it. */
    confirm: () => {
      if (data?.isChosen === false && !saving.isPending)
        saving.mutate({ csvDelimiter: data.csvDelimiter });
    },
  };
}

export function DelimiterChoice({ delimiter }: { delimiter: Delimiter }) {
  const { settings, loading, error, choose } = delimiter;
  return (
    <div>
      <NotLoaded what="The separator" of={loading} />
      {error !== null && <Alert kind="error">{error.message}</Alert>}
      {settings !== undefined && (
        <div className={shared.stack}>
          <div>
            <RadioGroup
              label="Separator"
              options={options}
              value={settings.csvDelimiter}
              onChange={(given) => choose({ csvDelimiter: given === ',' ? ',' : ';' })}
            />
            <p className={styles.about}>
              {settings.isChosen ? 'Saved for the whole firm.' : notChosen}
            </p>
          </div>
          <CheckboxField
            label="Email CSV files in this form too"
            checked={settings.mailProfile === 'people'}
            onChange={({ currentTarget }) =>
              choose({
                csvDelimiter: settings.csvDelimiter,
                mailProfile: currentTarget.checked ? 'people' : 'systems',
              })
            }
          />
        </div>
      )}
    </div>
  );
}

const notChosen =
  'Spreadsheets in South Africa expect semicolons. ' +
  'Your first download keeps this choice for the whole firm.';

const options = [
  { value: ';', label: 'Semicolon, with a decimal comma' },
  { value: ',', label: 'Comma' },
] as const;
