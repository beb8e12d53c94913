import styles from './read-only-checkbox.module.css';

/** A read-only check box; HTML has only `disabled`. */
export function ReadOnlyCheckbox({ isOn, label }: { isOn: boolean; label: string }) {
  return (
    <input
      type="checkbox"
      className={styles.mark}
      checked={isOn}
      disabled
      readOnly
      aria-label={label}
    />
  );
}
