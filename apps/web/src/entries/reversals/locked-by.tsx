import type { Entry } from '@recoup/contract/entries/endpoints';
import { may } from '../../platform/session/may.ts';
import { ExportLink } from './export-link.tsx';

/** Which export locks an entry, and what can be done about it. */
export function LockedBy({ entry }: { entry: Entry }) {
  const { export: held, reverses, reversedBy } = entry;
  const hasLedger = may('exports:read');
  if (held === undefined) return null;
  return (
    <p>
      Locked by {hasLedger ? <ExportLink of={held} /> : `export ${held.number}`}.
      {may('entries:write') && reversedBy === undefined && reverses === undefined && (
        <>
          {' Reverse it to correct it, or '}
          {may('exports:reopen') ? 'reopen the export.' : 'ask a firm admin to reopen the export.'}
        </>
      )}
    </p>
  );
}
