import { paths } from '../../platform/browser/paths.ts';
import { ButtonLink } from '../../ui/controls/button-link.tsx';
import { PageFrame } from '../../ui/layout/page-frame.tsx';
import { CallImportHistory } from './call-import-history.tsx';
import { CallImportPanel } from './call-import-panel.tsx';
import { useCallImport } from './use-call-import.ts';

const intro =
  'Export the calls of your telephone system as CSV. Recoup recognises Asterisk, FreePBX, ' +
  'FreeSWITCH, 3CX, Yeastar, Teams and Cisco; of any other file you match the columns. You see ' +
  'a preview first, and the same call twice counts once.';

/** Files of telephone systems, and what became of them (product-2, section 4). */
export function CallImportsPage() {
  const state = useCallImport();
  return (
    <PageFrame
      title="Import calls"
      width="form"
      intro={intro}
      actions={
        <ButtonLink variant="outline" to={paths.telephones}>
          Telephones
        </ButtonLink>
      }
    >
      <CallImportPanel state={state} />
      <CallImportHistory onUndone={state.lookAgain} />
    </PageFrame>
  );
}
