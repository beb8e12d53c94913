import { PolicySettings } from '../../second-factor/policy/policy-settings.tsx';
import { PageFrame } from '../../ui/layout/page-frame.tsx';
import { VatSettings } from '../../vat/vat-settings.tsx';

/** What holds for the whole firm. */
export function FirmSettingsPage() {
  return (
    <PageFrame title="Firm settings" width="form">
      <VatSettings />
      <PolicySettings />
    </PageFrame>
  );
}
