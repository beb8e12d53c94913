import { useState } from 'react';
import { useSearchParams } from 'react-router';
import type { AdminOfFirm, Firm } from '@recoup/contract/firms/endpoints';
import { paths } from '../platform/browser/paths.ts';
import { RecordLoaded } from '../platform/api/record-pending.tsx';
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
  const [isReplacing, setIsReplacing] = useState(false);
  return (
    <RecordLoaded title={addTitle} what="firm" query={firmQuery(id)} list={paths.firms}>
      {(firm) => {
        const { admin } = firm;
        if (admin === null) return <AdminForm title={addTitle} firm={firm} admin={null} />;
        if (isReplacing)
          return <ReplaceAdmin {...{ firm, admin }} onCancel={() => setIsReplacing(false)} />;
        return (
          <AdminForm title={updateTitle} firm={firm} admin={admin}>
            <div>
              <Button variant="outline" onClick={() => setIsReplacing(true)}>
                Replace administrator
              </Button>
            </div>
          </AdminForm>
        );
      }}
    </RecordLoaded>
  );
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
