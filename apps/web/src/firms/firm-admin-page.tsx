import { useState } from 'react';
import { useSearchParams } from 'react-router';
import type { AdminOfFirm, Firm } from '@recoup/contract/firms/endpoints';
import { paths } from '../platform/browser/paths.ts';
import { RecordPending } from '../platform/api/record-pending.tsx';
import { useReadOnce } from '../platform/api/use-read-once.ts';
import { Alert } from '../ui/feedback/alert.tsx';
import { Button } from '../ui/controls/button.tsx';
import { EmailAddress } from '../ui/layout/email-address.tsx';
import { AdminForm } from './firm-admin-form.tsx';
import { firmQuery } from './firms.queries.ts';

const addTitle = 'Add Attorney Admin';
const updateTitle = 'Update Attorney Admin';

/** Adds, edits or replaces the admin of a firm (specification, section 2.4). */
export function FirmAdminPage() {
  const [params] = useSearchParams();
  const id = params.get('firmId');
  return id === null || id === '' ? (
    <AdminForm title={addTitle} firm={undefined} admin={null} />
  ) : (
    <FirmAdmin key={id} id={id} />
  );
}

function FirmAdmin({ id }: { id: string }) {
  const firm = useReadOnce(firmQuery(id));
  const [isReplacing, setIsReplacing] = useState(false);
  if (!firm.data)
    return <RecordPending title={addTitle} what="firm" query={firm} list={paths.firms} />;
  const { admin } = firm.data;
  if (admin === null) return <AdminForm title={addTitle} firm={firm.data} admin={null} />;
  if (!isReplacing) {
    return (
      <AdminForm title={updateTitle} firm={firm.data} admin={admin}>
        <div>
          <Button variant="outline" onClick={() => setIsReplacing(true)}>
            Replace administrator
          </Button>
        </div>
      </AdminForm>
    );
  }
  return <ReplaceAdmin firm={firm.data} admin={admin} onCancel={() => setIsReplacing(false)} />;
}

type ReplaceProps = { firm: Firm; admin: AdminOfFirm; onCancel: () => void };

function ReplaceAdmin({ firm, admin, onCancel }: ReplaceProps) {
  return (
    <AdminForm key="another" title="Replace attorney admin" firm={firm} admin={null}>
      <Alert kind="info">
        When you save, the person entered here becomes the administrator of {firm.name}, and the
        account of <EmailAddress address={admin.email} /> becomes inactive: {admin.name} is signed
        out at once and can no longer sign in.
      </Alert>
      <div>
        <Button variant="outline" onClick={onCancel}>
          Keep {admin.email}
        </Button>
      </div>
    </AdminForm>
  );
}
