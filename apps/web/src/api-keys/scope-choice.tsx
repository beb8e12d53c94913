import { type KeyScope, keyScopes } from '@recoup/contract/core/access';
import { useId } from 'react';
import { CheckboxField } from '../ui/form/choice-fields.tsx';
import styles from '../ui/form/field.module.css';
import shared from '../ui/layout/shared.module.css';
import { scopeWords } from './key-words.ts';

type Props = {
  chosen: readonly KeyScope[];
  error: string | undefined;
  onChange: (scopes: readonly KeyScope[]) => void;
};

/** What the key may do; each scope stands alone. */
export function ScopeChoice({ chosen, error, onChange }: Props) {
  const id = useId();
  return (
    <fieldset className={styles.choices} aria-describedby={error === undefined ? undefined : id}>
      <legend className={styles.label}>What it may do</legend>
      <div className={shared.stack}>
        {keyScopes.map((scope) => (
          <CheckboxField
            key={scope}
            label={scopeWords[scope].label}
            description={scopeWords[scope].about}
            checked={chosen.includes(scope)}
            onChange={({ currentTarget }) =>
              onChange(
                currentTarget.checked
                  ? [...chosen, scope]
                  : chosen.filter((other) => other !== scope),
              )
            }
          />
        ))}
      </div>
      {error !== undefined && (
        <p id={id} className={styles.error}>
          {error}
        </p>
      )}
    </fieldset>
  );
}
