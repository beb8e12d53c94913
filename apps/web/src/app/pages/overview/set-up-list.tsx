import { Link } from 'react-router';
import { Button } from '../../../ui/controls/button.tsx';
import { StatusDot } from '../../../ui/feedback/status-dot.tsx';
import { Panel } from '../../../ui/layout/panel.tsx';
import styles from './overview.module.css';
import { progressText, stepState } from './set-up.ts';
import type { Step } from './use-set-up.ts';

/** Set-up steps of a new firm, with their progress. */
export function SetUpList({ steps }: { steps: readonly Step[] }) {
  return (
    <Panel label="Set up your firm">
      <div className={styles.head}>
        <h2>Set up your firm</h2>
        <output>{progressText(steps.map(({ result }) => stepState(result)))}</output>
      </div>
      <ol className={styles.steps}>
        {steps.map((step) => (
          <SetUpStep key={step.title} {...step} />
        ))}
      </ol>
    </Panel>
  );
}

const shown = {
  done: { label: 'Done', tone: 'good' },
  todo: { label: 'To do', tone: 'warn' },
  failed: { label: 'Could not be loaded', tone: 'bad' },
  loading: { label: 'Loading…', tone: 'plain' },
} as const;

function SetUpStep({ title, about, link, result }: Step) {
  const state = stepState(result);
  return (
    <li>
      <div className={styles.step}>
        <h3>{title}</h3>
        <StatusDot {...shown[state]} />
      </div>
      <p className={styles.muted}>{about}</p>
      {result.error !== null && (
        <p className={styles.retry} role="alert">
          {title}: {result.error.message}
          <Button
            variant="outline"
            size="small"
            aria-label={`Retry ${title}`}
            onClick={() => void result.refetch({ cancelRefetch: false })}
          >
            Retry
          </Button>
        </p>
      )}
      {link !== undefined && (
        <p>
          <Link to={link.to}>{link.label}</Link>
        </p>
      )}
    </li>
  );
}
