import { ButtonLink } from '../../ui/controls/button-link.tsx';
import { paths } from './paths.ts';

/** To the audit log of one record: who changed it, and when. */
export function HistoryLink({ subject }: { subject: string }) {
  return (
    <ButtonLink variant="outline" to={paths.history({ subject })}>
      History
    </ButtonLink>
  );
}
