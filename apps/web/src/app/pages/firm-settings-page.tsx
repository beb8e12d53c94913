import { OfficerSettings } from '../../audit/officer-settings.tsx';
import { RecordPending } from '../../platform/api/record-pending.tsx';
import { useReadOnce } from '../../platform/api/use-read-once.ts';
import { paths } from '../../platform/browser/paths.ts';
import { PolicySettings } from '../../second-factor/policy/policy-settings.tsx';
import { PageFrame } from '../../ui/layout/page-frame.tsx';
import { VatSettings } from '../../vat/vat-settings.tsx';
import { firmSettingsQuery } from '../../platform/api/firm-settings.ts';

const title = 'Firm settings';

export function FirmSettingsPage() {
  const { data, error, refetch } = useReadOnce(firmSettingsQuery);
  if (!data) {
    const wanted = { what: 'settings', list: paths.attorneys, onRetry: () => void refetch() };
    return <RecordPending title={title} error={error} {...wanted} />;
  }
  return (
    <PageFrame title={title} width="form">
      <VatSettings saved={data} />
      <PolicySettings saved={data.secondFactor} />
      <OfficerSettings saved={data.informationOfficer} />
    </PageFrame>
  );
}
