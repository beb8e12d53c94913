import { role } from '@recoup/contract/core/access';
import type { Entry } from '@recoup/contract/entries/endpoints';
import { session } from '../../platform/session/session.ts';
import { ExportLink } from './export-link.tsx';

/** Which export locks an entry, and what can be done about it. */
export function LockedBy({ entry }: { entry: Entry }) {
  const { export: held, reverses, reversedBy } = entry;
  // Only a firm admin has the pages of exports.
  const isAdmin = session.hasRole(role.attorneyAdmin);
  if (held === undefined) return null;
  return (
    <p>
      Locked by {isAdmin ? <ExportLink of={held} /> : `export ${held.number}`}.
      {reversedBy === undefined && reverses === undefined && (
        <>
          {' Reverse it to correct it, or '}
          {isAdmin ? 'reopen the export.' : 'ask a firm admin to reopen the export.'}
        </>
      )}
    </p>
  );
}
