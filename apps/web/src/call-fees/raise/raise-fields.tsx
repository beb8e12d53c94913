import { beginningOfTime } from '@recoup/contract/call-fees/validity';
import { roundingSteps } from '@recoup/contract/call-fees/rate-change-endpoints';
import { RadioGroup } from '../../ui/form/choice-fields.tsx';
import { SelectField, TextField } from '../../ui/form/fields.tsx';
import type { RaiseValues } from './raise-values.ts';
import { roundingNames } from './raise-words.ts';
import styles from './raise.module.css';
import type { Raise } from './use-raise.ts';

type Part = { values: RaiseValues; set: (part: Partial<RaiseValues>) => void };

/** By how much, from when, rounded how. */
export function RaiseFields({ raise: { values, errors, change } }: { raise: Raise }) {
  const set = (part: Partial<RaiseValues>) => change({ ...values, ...part });
  return (
    <div className={styles.fields}>
      <TextField
        data-autofocus
        label="Percent"
        isRequired
        autoComplete="off"
        description="Such as 6, 5.5 or −3"
        value={values.percent}
        error={errors.percent}
        onChange={({ currentTarget }) => set({ percent: currentTarget.value })}
      />
      <TextField
        label="Valid from"
        type="date"
        isRequired
        min={beginningOfTime}
        max="2099-12-31"
        description="First day of the new fees"
        value={values.validFrom}
        error={errors.validFrom}
        onChange={({ currentTarget }) => set({ validFrom: currentTarget.value })}
      />
      <RoundingFields values={values} set={set} />
    </div>
  );
}

function RoundingFields({ values, set }: Part) {
  return (
    <>
      <SelectField
        label="Round to"
        description="Each new price, to a multiple of"
        value={String(values.roundTo)}
        options={roundingSteps.map((step) => ({
          value: String(step),
          label: roundingNames[step],
        }))}
        onChange={({ currentTarget }) => {
          const roundTo = roundingSteps.find((step) => String(step) === currentTarget.value);
          if (roundTo !== undefined) set({ roundTo });
        }}
      />
      <RadioGroup
        label="Rounding"
        value={values.mode}
        options={[
          { value: 'nearest', label: 'Nearest' },
          { value: 'up', label: 'Always up' },
        ]}
        onChange={(mode) => set({ mode: mode === 'up' ? 'up' : 'nearest' })}
      />
    </>
  );
}
