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
  const query = useReadOnce(firmSettingsQuery);
  const { data } = query;
  if (!data)
    return <RecordPending title={title} what="settings" query={query} list={paths.attorneys} />;
  return (
    <PageFrame title={title} width="form">
      <VatSettings saved={data} />
      <PolicySettings saved={data.secondFactor} />
      <OfficerSettings saved={data.informationOfficer} />
    </PageFrame>
  );
}
