import type { UseFormReturnType } from '@mantine/form';
import { CheckboxField } from '../ui/form/choice-fields.tsx';
import styles from './disbursement-form.module.css';
import type { Values } from './use-save-type.ts';

/** `hasUse`: whether there is something to take out of use. */
export function Kinds({ form, hasUse }: { form: UseFormReturnType<Values>; hasUse: boolean }) {
  const box = (name: 'fixed' | 'calculated' | 'active') =>
    form.getInputProps(name, { type: 'checkbox' });
  return (
    <div className={styles.kinds}>
      <CheckboxField
        label="Fixed"
        description="One price for each: the attorney gives how many, and the amount."
        {...box('fixed')}
      />
      <CheckboxField
        label="Calculated"
        description="Minutes make the price, by the call fees that each attorney has for this type."
        {...box('calculated')}
      />
      {hasUse && (
        <CheckboxField
          label="In use"
          description="Attorneys can choose it. What was recorded stays when it goes out of use."
          {...box('active')}
        />
      )}
    </div>
  );
}
