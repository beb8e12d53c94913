import { Button } from '../controls/button.tsx';
import { Alert } from './alert.tsx';
import styles from './states.module.css';

type Loaded = { error: Error | null; data: unknown; refetch: () => unknown };

/** Error and retry for the options of a form; renders nothing if there are options. */
export function NotLoaded({ what, of }: { what: string; of: Loaded }) {
  if (of.error === null || of.data !== undefined) return null;
  return (
    <Alert kind="error">
      <div className={styles.notLoaded}>
        <span>
          {what} could not be loaded. {of.error.message}
        </span>
        <Button variant="outline" onClick={() => void of.refetch()}>
          Retry
        </Button>
      </div>
    </Alert>
  );
}
