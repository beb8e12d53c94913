import { useId } from 'react';
import { chooseColorScheme, useColorScheme } from '../../ui/theme/color-scheme.ts';
import styles from './account-menu.module.css';

/** Stored on the device; the account menu and the profile page set the same. */
export const schemes = [
  { value: 'auto', label: 'System' },
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
] as const;

export function ColorSchemeChoice() {
  const name = useId();
  const colorScheme = useColorScheme();
  return (
    <fieldset className={styles.schemes}>
      <legend>Appearance</legend>
      <div>
        {schemes.map(({ value, label }) => (
          <label key={value}>
            <input
              type="radio"
              name={name}
              checked={colorScheme === value}
              onChange={() => chooseColorScheme(value)}
            />
            <span>{label}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
