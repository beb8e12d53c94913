import type { FirmSettings } from '@recoup/contract/firms/firm-settings-endpoints';
import type { ReactNode } from 'react';
import { OfficerSettings } from '../../audit/officer-settings.tsx';
import { RecordPending } from '../../platform/api/record-pending.tsx';
import { useReadOnce } from '../../platform/api/use-read-once.ts';
import { paths } from '../../platform/browser/paths.ts';
import { PolicySettings } from '../../second-factor/policy/policy-settings.tsx';
import { SignOnPanel } from '../../sign-on/sign-on-settings.tsx';
import { PageFrame } from '../../ui/layout/page-frame.tsx';
import { VatSettings } from '../../vat/vat-settings.tsx';
import { firmSettingsQuery } from '../../platform/api/firm-settings.ts';

/** The firm and its VAT. */
export function FirmSettingsPage() {
  return (
    <Settings title="Firm settings">
      {(saved) => (
        <>
          <VatSettings saved={saved} />
          <OfficerSettings saved={saved.informationOfficer} />
        </>
      )}
    </Settings>
  );
}

/** How the people of the firm sign in. */
export function SignInSettingsPage() {
  return (
    <Settings title="Sign-in">
      {(saved) => (
        <>
          <PolicySettings saved={saved.secondFactor} />
          <SignOnPanel saved={saved.signOn} />
        </>
      )}
    </Settings>
  );
}

type Props = { title: string; children: (saved: FirmSettings) => ReactNode };

function Settings({ title, children }: Props) {
  const query = useReadOnce(firmSettingsQuery);
  if (!query.data)
    return <RecordPending title={title} what="settings" query={query} list={paths.attorneys} />;
  return (
    <PageFrame title={title} width="form">
      {children(query.data)}
    </PageFrame>
  );
}
