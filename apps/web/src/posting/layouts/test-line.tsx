import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Alert } from '../../ui/feedback/alert.tsx';
import { ScrollArea } from '../../ui/layout/scroll-area.tsx';
import { testLineQuery } from '../posting.queries.ts';
import styles from '../posting.module.css';
import { toLayoutForm, type LayoutValues } from './layout-values.ts';

const afterTypingMs = 300;

/** A sample entry as the layout writes it; it stays in sight while one edits. */
export function TestLine({ values }: { values: LayoutValues }) {
  const [settled] = useDebouncedValue(values, afterTypingMs);
  const layout = toLayoutForm(settled);
  const { data, error, isFetching } = useQuery({
    ...testLineQuery(layout),
    placeholderData: keepPreviousData,
  });
  return (
    <section
      className={styles.testLine}
      aria-label="Test line"
      aria-busy={isFetching || settled !== values || undefined}
    >
      <h2>Test line</h2>
      {error !== null && <Alert kind="error">{error.message}</Alert>}
      {layout === null && <p>Complete the layout to see its test line.</p>}
      {layout !== null && data && (
        <>
          <ScrollArea label="Sample entry">
            <pre className={styles.sample}>{data.lines.join('\n')}</pre>
          </ScrollArea>
          {data.problems.length > 0 && (
            <Alert kind="info">
              The sample does not fit:
              <ul>
                {data.problems.map(({ column, message }) => (
                  <li key={`${column} ${message}`}>
                    {column}: {message}
                  </li>
                ))}
              </ul>
            </Alert>
          )}
        </>
      )}
    </section>
  );
}
