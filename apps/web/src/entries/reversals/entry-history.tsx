import { can } from '@recoup/contract/core/access';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { paths } from '../../platform/browser/paths.ts';
import { currentUserQuery } from '../../platform/session/current-user.ts';

/** The way to who recorded and changed an entry, for users who may read the audit log. */
export function EntryHistory({ id }: { id: string }) {
  const { data: user } = useQuery({ ...currentUserQuery, enabled: false });
  const mayRead =
    user && can({ role: user.role, session: 'full', owesFactor: false }, 'audit:read');
  if (mayRead !== 'allowed') return null;
  return (
    <p>
      <Link to={paths.history({ subject: id })}>History of this entry</Link>
    </p>
  );
}
