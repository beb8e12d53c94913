import styles from './small-parts.module.css';

/** A check box that only shows; `disabled`, because a browser knows no check box that is read-only. */
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
