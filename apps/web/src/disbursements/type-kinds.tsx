import type { UseFormReturnType } from '@mantine/form';
import { CheckboxField } from '../ui/form/choice-fields.tsx';
import styles from './disbursement-form.module.css';
import type { Values } from './type-values.ts';

/** `hasUse`: whether there is something to take out of use. */
export function Kinds({ form, hasUse }: { form: UseFormReturnType<Values>; hasUse: boolean }) {
  const box = (name: 'fixed' | 'calculated' | 'active' | 'wantsNarration' | 'isFree') =>
    form.getInputProps(name, { type: 'checkbox' });
  return (
    <div className={styles.kinds}>
      <CheckboxField
        label="Fixed"
        description="Quantity × unit price. Without one, attorneys enter the price too."
        {...box('fixed')}
      />
      <CheckboxField
        label="Calculated"
        description="Priced by minutes, from each attorney’s call fees."
        {...box('calculated')}
      />
      <CheckboxField
        label="Narration expected"
        description="Entries without one are listed before a month is closed."
        {...box('wantsNarration')}
      />
      <CheckboxField
        label="Free of charge"
        description="Its entries may cost nothing. Others are listed before a month is closed."
        {...box('isFree')}
      />
      {hasUse && (
        <CheckboxField
          label="In use"
          description="Attorneys can choose it. Existing entries are kept if you turn it off."
          {...box('active')}
        />
      )}
    </div>
  );
}
