import { Button } from '../../ui/controls/button.tsx';
import styles from './palette.module.css';
import type { Found } from './use-palette.ts';

/** How many there are, for who cannot see it; and what went wrong. */
export function PaletteOutcome({
  found: { groups, isSearching, failure },
  typed,
}: {
  found: Found;
  typed: string;
}) {
  const count = groups.reduce((sum, { items }) => sum + items.length, 0);
  const counted = count === 1 ? '1 result' : `${count} results`;
  return (
    <>
      <output className={count > 0 ? 'visually-hidden' : styles.none}>
        {isSearching && 'Searching…'}
        {!isSearching && (count === 0 ? !failure && `Nothing matches “${typed}”.` : counted)}
      </output>
      {failure !== undefined && !isSearching && (
        <div role="alert" className={styles.failure}>
          <p>Some results could not be loaded. {failure.message}</p>
          <Button variant="outline" size="small" onClick={failure.retry}>
            Retry
          </Button>
        </div>
      )}
    </>
  );
}
