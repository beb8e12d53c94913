import { useMantineColorScheme } from '@mantine/core';
import { useId } from 'react';
import styles from './account-menu.module.css';

/** Kept on the device by Mantine; the account menu and the profile page set the same. */
export const schemes = [
  { value: 'auto', label: 'System' },
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
] as const;

export function ColorSchemeChoice() {
  const name = useId();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
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
              onChange={() => setColorScheme(value)}
            />
            <span>{label}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
