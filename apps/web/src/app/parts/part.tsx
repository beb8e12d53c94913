import type { ReactNode } from 'react';
import { Panel } from '../../ui/layout/panel.tsx';
import shared from '../../ui/layout/shared.module.css';

/** One part, under its name. */
export function Part({ name, children }: { name: string; children: ReactNode }) {
  return (
    <Panel label={name}>
      <h2>{name}</h2>
      {children}
    </Panel>
  );
}

/** States side by side. */
export function Row({ children }: { children: ReactNode }) {
  return <div className={shared.buttons}>{children}</div>;
}

export function nothing(): void {
  // The page shows its parts, and does nothing.
}
