import { Panel } from '../../ui/layout/panel.tsx';
import styles from './first-steps.module.css';
import { firstSteps } from './first-steps.ts';

/** How to begin with a key and curl, step by step. */
export function FirstStepsPanel() {
  return (
    <Panel label="How to begin">
      <h2>How to begin</h2>
      <p>
        A program calls Recoup with an API key of the firm in the header <code>Authorization</code>.
        It may do what the admin who made it may, within its scopes. The commands are for a shell
        with curl.
      </p>
      <ol className={styles.steps}>
        {firstSteps.map(({ title, about, command }) => (
          <li key={title}>
            <h3>{title}</h3>
            <p>{about}</p>
            <pre>{command}</pre>
          </li>
        ))}
      </ol>
    </Panel>
  );
}
