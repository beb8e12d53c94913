import type { CsvDelimiter } from '@recoup/contract/export-files';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Alert } from '../ui/alert.tsx';
import { RadioGroup } from '../ui/fields.tsx';
import styles from './exports.module.css';
import { exportSettingsQuery, saveExportSettings } from './exports.queries.ts';

export type Delimiter = ReturnType<typeof useDelimiter>;

/** The delimiter of the firm; what was chosen last is shown while it is being saved. */
export function useDelimiter() {
  const client = useQueryClient();
  const { data, error } = useQuery(exportSettingsQuery());
  const saving = useMutation({
    mutationFn: saveExportSettings,
    onSuccess: (saved) => client.setQueryData(exportSettingsQuery().queryKey, saved),
  });
  const value = saving.isPending ? saving.variables.csvDelimiter : data?.csvDelimiter;
  return {
    value,
    isSaving: saving.isPending,
    error: saving.error ?? error,
    choose: (csvDelimiter: CsvDelimiter) => saving.mutate({ csvDelimiter }),
  };
}

export function DelimiterChoice({ delimiter }: { readonly delimiter: Delimiter }) {
  const { value, error, choose } = delimiter;
  const change = (given: string): void => {
    const option = options.find((each) => each.value === given);
    if (option !== undefined) choose(option.value);
  };
  return (
    <div>
      {error !== null && <Alert kind="error">{error.message}</Alert>}
      {value !== undefined && (
        <>
          <RadioGroup label="Between the cells" options={options} value={value} onChange={change} />
          <p className={styles['about']}>Choose what your spreadsheet expects. It is kept for the whole firm.</p>
        </>
      )}
    </div>
  );
}

const options = [
  { value: ',', label: 'Comma' },
  { value: ';', label: 'Semicolon, with a decimal comma' },
] as const;
