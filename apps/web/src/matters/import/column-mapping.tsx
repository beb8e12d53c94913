import { type ColumnMapping, matterFields } from '@recoup/contract/matters/endpoints';
import { SelectField } from '../../ui/form/fields.tsx';
import { fieldLabels, optionsFor } from './import-words.ts';
import styles from './imports.module.css';
import type { ImportPreview } from '@recoup/contract/matters/import-endpoints';

/** The column of each field; a change is checked again. */
export function Mapping({ preview, onCorrect }: Pick<Props, 'preview' | 'onCorrect'>) {
  const { mapping } = preview;
  const correct = (field: (typeof matterFields)[number], header: string) => {
    const whole = Object.fromEntries(matterFields.map((each) => [each, mapping[each] ?? '']));
    onCorrect({ ...whole, [field]: header });
  };
  return (
    <fieldset className={styles.mapping}>
      <legend>Match columns</legend>
      {matterFields.map((field) => (
        <SelectField
          key={field}
          label={fieldLabels[field]}
          value={mapping[field] ?? ''}
          options={optionsFor(preview, field)}
          onChange={({ currentTarget }) => correct(field, currentTarget.value)}
        />
      ))}
    </fieldset>
  );
}
export type Props = {
  preview: ImportPreview;
  /** The upload was refused for it, and says so above. */
  isFaultSaid: boolean;
  isBusy: boolean;
  onCorrect: (mapping: ColumnMapping) => void;
};
