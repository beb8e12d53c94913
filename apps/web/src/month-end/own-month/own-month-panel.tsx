import { Suspense, useState } from 'react';
import { useLoadBeforeUse } from '../../platform/browser/load-before-use.ts';
import { Panel } from '../../ui/layout/panel.tsx';
import { toMonth, monthText } from '../../platform/browser/months.ts';
import type { Open } from './own-month-dialog.tsx';
import { MonthCompletion } from './month-completion.tsx';
import { OwnExceptions } from './own-exceptions.tsx';
import styles from './own-month.module.css';
import { useOwnLastDay } from './use-own-month.ts';
import { lazyPart } from '../../ui/feedback/lazy-part.tsx';

// Most visits open none of them.
const loadDialog = async () => ({
  default: (await import('./own-month-dialog.tsx')).OwnMonthDialog,
});
const OwnMonthDialog = lazyPart(loadDialog, ({ onClose }) => onClose);

/** The attorney's own exceptions and sign-off; quiet when there is nothing to look at. */
export function OwnMonthPanel() {
  const to = useOwnLastDay();
  const [open, setOpen] = useState<Open | null>(null);
  useLoadBeforeUse(loadDialog);
  return (
    <Panel label="Before the month is closed" isTight>
      <h2>Before the month is closed</h2>
      {to === undefined ? (
        <div className={styles.waiting} aria-busy="true">
          Loading…
        </div>
      ) : (
        <div className={styles.parts}>
          <MonthCompletion month={toMonth(to)} name={monthText(toMonth(to))} />
          <OwnExceptions
            to={to}
            onOpen={(exception) => setOpen({ kind: 'entry', exception })}
            onAccept={(exceptions) => setOpen({ kind: 'accept', exceptions })}
          />
        </div>
      )}
      {open !== null && to !== undefined && (
        <Suspense>
          <OwnMonthDialog open={open} to={to} onClose={() => setOpen(null)} />
        </Suspense>
      )}
    </Panel>
  );
}
