import { type ReactNode, useState } from 'react';
import { useSearchParams } from 'react-router';
import type { AdminOfFirm, Firm } from '@recoup/contract/firms/endpoints';
import { paths } from '../platform/browser/paths.ts';
import { RecordLoaded } from '../platform/api/record-pending.tsx';
import { Alert } from '../ui/feedback/alert.tsx';
import { Button } from '../ui/controls/button.tsx';
import { EmailAddress } from '../ui/layout/email-address.tsx';
import { appointAdmin, changeAdmin, firmQuery } from './firms.queries.ts';
import { userStatus } from '@recoup/contract/core/access';
import { firmAdminForm } from '@recoup/contract/users/person-fields';
import { smsWarning } from '@recoup/contract/core/cell-numbers';
import { nameFromEmail } from '@recoup/contract/users/name-from-email';
import { texts } from '@recoup/contract/core/texts';
import { AccountActions } from '../account/admin-actions/account-actions.tsx';
import { subjectKey } from '../platform/api/read.ts';
import { useFinish } from '../platform/api/use-finish.ts';
import { RecordForm, useRecordForm } from '../platform/record-form/record-form.tsx';
import { FirstSignIn } from '../users/first-sign-in.tsx';
import { personFields, StatusRadios } from '../users/person-fields.tsx';
import { userQuery } from '../users/users.queries.ts';
import { choiceField, defineForm, emailField } from '../ui/form/define-form.ts';
import { type DefinedForm, Fields } from '../ui/form/defined-fields.tsx';

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

type Props = {
  title: string;
  /** Undefined while none is chosen: then nothing can be saved. */
  firm: Firm | undefined;
  /** Null for a new admin. */
  admin: AdminOfFirm | null;
  children?: ReactNode;
};

/** The fields of a firm admin; saves a new one in two steps, and one that the firm has in one. */
function AdminForm({ title, firm, admin, children }: Props) {
  const finish = useFinish(['firms']);
  const record = useRecordForm(defineAdminForm(firm, admin), {
    saved: admin ?? undefined,
    query: ({ _id }) => userQuery(_id),
    save: (values, read) => saveAdmin(firm, read, values),
    onSaved: () =>
      finish(admin === null ? texts.attorneyAdminAdded : texts.attorneyAdminUpdated, paths.firms),
  });
  const { form } = record;
  const { cell } = form.values;
  return (
    <RecordForm title={title} record={record} backTo={paths.firms}>
      {children}
      {admin !== null && <Invited admin={admin} />}
      <Fields form={form} looks={{ cell: { description: smsWarning(cell) ?? cellHint } }} />
      {firm !== undefined && <Status form={form} isNew={admin === null} />}
      {admin !== null && <AccountActions person={admin} />}
    </RecordForm>
  );
}

const cellHint = '10 digits. One-time passwords go here.';

function defineAdminForm(firm: Firm | undefined, admin: AdminOfFirm | null) {
  const { _id: id = '', name = '', domains } = firm ?? {};
  const { shape } = firmAdminForm(domains ?? [], admin?.email);
  return defineForm({
    /** Preset from the address, as specified. */
    firm: {
      ...choiceField('Firm', {
        options: [{ value: id, label: name }],
        start: id,
        isRequired: true,
        disabled: true,
      }),
      read: () => id,
      schema: shape.firm,
    },
    name: personFields.name({
      schema: shape.name,
      description: 'Left empty, it is made from the email.',
    }),
    email: emailField('Email', {
      schema: shape.email,
      isRequired: true,
      description: domains && `Must be at ${domains.join(' or ')}.`,
    }),
    cell: personFields.cell({ schema: shape.cell, isRequired: true }),
    status: personFields.status,
  });
}
type AdminForm = DefinedForm<ReturnType<typeof defineAdminForm>['fields']>;
type Person = Omit<AdminForm['values'], 'firm'>;

/** The invitation of an admin who has not signed in yet. */
function Invited({ admin }: { admin: AdminOfFirm }) {
  const until = admin.firstSignInUntil;
  return (
    typeof until === 'string' && (
      <FirstSignIn person={admin} until={until} isAdmin invalidates={subjectKey('firms')} />
    )
  );
}

function Status({ form, isNew }: { form: AdminForm; isNew: boolean }) {
  const { status } = form.values;
  return (
    <>
      <div>
        <StatusRadios form={form} />
        {status === userStatus.blocked && <p>Blocked. Only an operator can unblock it.</p>}
      </div>
      {isNew && status === userStatus.active && (
        <p>
          An invitation is sent to the address above. They use it to set a password and sign in.
        </p>
      )}
    </>
  );
}

function saveAdmin(
  firm: Firm | undefined,
  admin: AdminOfFirm | undefined,
  { name, ...typed }: Person,
): Promise<unknown> {
  // The form does not let this through.
  if (!firm) return Promise.reject(new Error(texts.chooseFirm));
  // The server makes the name of a new admin from the email.
  if (admin === undefined)
    return appointAdmin(firm, { ...typed, ...(name.trim() !== '' && { name }) });
  const named = name.trim() === '' ? nameFromEmail(typed.email) : name;
  return changeAdmin(firm._id, admin, { ...typed, ...(named !== admin.name && { name: named }) });
}
