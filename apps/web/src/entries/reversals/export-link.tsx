import type { Entry } from '@recoup/contract/entries/endpoints';
import { Link } from 'react-router';
import { paths } from '../../platform/browser/paths.ts';

/** The closing export that holds an entry; its page is one of the firm admin. */
export function ExportLink({ of }: { of: Entry['export'] }) {
  if (of === undefined) return null;
  return <Link to={paths.export({ exportId: of._id })}>{`Export\u00A0${of.number}`}</Link>;
}
