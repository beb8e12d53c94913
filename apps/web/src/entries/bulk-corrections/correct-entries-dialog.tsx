import { useForm, type UseFormReturnType } from '@mantine/form';
import { type Entry, reason as reasonField } from '@recoup/contract/entries/endpoints';
import { useQuery } from '@tanstack/react-query';
import { usableTypesQuery } from '../lists/firm-entries.queries.ts';
import type { MatterChoice } from '../form/matter-choice.ts';
import { MatterSearch } from '../matter-search/matter-search.tsx';
import { Button } from '../../ui/controls/button.tsx';
import { SelectField, TextAreaField } from '../../ui/form/fields.tsx';
import { FormDialog } from '../../ui/form/form-dialog.tsx';
import formStyles from '../../ui/form/form-shell.module.css';
import { CorrectionPreview } from './correction-preview.tsx';
import { entriesText } from './correction-words.ts';
import { useCorrection } from './use-correction.ts';
import { type CorrectionChoice, useCorrectionPreview } from './use-correction-preview.ts';

type Props = {
  items: readonly Entry[];
  /** They are no longer selected. */
  onLeaveOut: (ids: ReadonlySet<string>) => void;
  onCorrected: () => void;
  onClose: () => void;
};
type CorrectionValues = CorrectionChoice & { reason: string };

const empty: CorrectionValues = { matter: null, disbursementType: '', reason: '' };

/** Gives entries another matter or type, after a preview of each. */
export function CorrectEntriesDialog({ items, onLeaveOut, onCorrected, onClose }: Props) {
  const form = useForm<CorrectionValues>({ initialValues: empty, validate: correctionErrors });
  const shown = useCorrectionPreview(items, form.values);
  const correction = useCorrection({ onCorrected, onChangedMeanwhile: shown.requestAgain });
  const save = ({ reason }: CorrectionValues) => {
    if (shown.content && shown.preview && !shown.isStale)
      correction.start({ content: shown.content, reason, expected: shown.preview.state });
  };
  const { changed = 0, problems = 0 } = shown.preview ?? {};
  const action = {
    label: 'Correct',
    isBusy: correction.isPending || shown.isStale,
    isDisabled: shown.preview !== undefined && (problems > 0 || changed === 0),
  };
  return (
    <FormDialog
      title={`Correct ${entriesText(items.length)}`}
      form={form}
      saving={correction}
      onSave={save}
      action={action}
      size="large"
      onClose={onClose}
    >
      <Fields form={form} />
      <CorrectionPreview shown={shown} onLeaveOut={onLeaveOut} />
    </FormDialog>
  );
}

function Fields({ form }: { form: UseFormReturnType<CorrectionValues> }) {
  const types = useQuery(usableTypesQuery).data ?? [];
  const { matter } = form.values;
  const { error } = form.getInputProps('matter');
  const choose = (chosen: MatterChoice | null) => form.setFieldValue('matter', chosen);
  return (
    <>
      <div className={formStyles.fields}>
        <div>
          <MatterSearch
            isRequired={false}
            value={matter}
            error={typeof error === 'string' ? error : undefined}
            onChoose={choose}
          />
          {matter !== null && (
            <Button variant="quiet" size="small" onClick={() => choose(null)}>
              Leave matters as they are
            </Button>
          )}
        </div>
        <SelectField
          label="Disbursement type"
          options={[{ value: '', label: 'As it is' }, ...types]}
          {...form.getInputProps('disbursementType')}
        />
      </div>
      <TextAreaField
        {...form.getInputProps('reason')}
        label="Reason"
        description="Kept with your name in the audit log of each entry."
        rows={2}
        isRequired
      />
    </>
  );
}

function correctionErrors({ matter, disbursementType, reason }: CorrectionValues) {
  const isEmpty = matter === null && disbursementType === '';
  const { error } = reasonField.safeParse(reason);
  return {
    ...(isEmpty && { matter: 'Please choose a matter or a disbursement type.' }),
    ...(error && { reason: error.issues[0]?.message }),
  };
}
