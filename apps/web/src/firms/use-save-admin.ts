import type { UseFormReturnType } from '@mantine/form';
import { type UserStatus, userStatus } from '@recoup/contract/core/access';
import type { AdminOfFirm, Firm } from '@recoup/contract/firms/endpoints';
import { nameFromEmail } from '@recoup/contract/users/name-from-email';
import { texts } from '@recoup/contract/core/texts';
import { useState } from 'react';
import { queryKeys } from '../platform/api/query-keys.ts';
import { paths } from '../platform/browser/paths.ts';
import { useEditConflict } from '../platform/edit-conflict/use-edit-conflict.ts';
import { useSave } from '../ui/form/use-save.ts';
import { appointAdmin, changeAdmin } from './firms.queries.ts';

export type Person = { name: string; email: string; cell: string; status: UserStatus };

/** As the server sends it; an attorney, who sees none of these forms, is sent no cell. */
type ReadPerson = Omit<Person, 'cell'> & { cell?: string | undefined };
export type Values = Person & { firm: string };

/** The current admin as the form loaded it; a save sends its version. */
export type SavedAdmin = Pick<AdminOfFirm, '_id' | 'version'> & Person;

const somebodyNew: Person = { name: '', email: '', cell: '', status: userStatus.active };

/** Initial form values; `firm` is undefined while none is chosen. */
export function formValuesFrom(firm: Firm | undefined, admin: ReadPerson | null): Values {
  return { firm: firm?._id ?? '', ...toPerson(admin ?? somebodyNew) };
}

function toPerson({ name, email, cell = '', status }: ReadPerson): Person {
  return { name, email, cell, status };
}

/** Adds a person, or changes the version of the admin that the form was filled with. */
export function useSaveAdmin({
  form,
  firm,
  admin,
}: {
  form: UseFormReturnType<Values>;
  firm: Firm | undefined;
  admin: AdminOfFirm | null;
}) {
  const [read, setRead] = useState<SavedAdmin | undefined>(
    admin === null ? undefined : { ...admin, ...toPerson(admin) },
  );
  const saving = useSave({
    form,
    save: (values) => saveAdmin(firm, read, toPerson(values)),
    success: admin === null ? texts.attorneyAdminAdded : texts.attorneyAdminUpdated,
    goTo: paths.firms,
    invalidates: [queryKeys.firms],
  });
  const save = (values: Values) => saving.mutate(values);
  const conflict = useEditConflict({
    form,
    saving,
    read,
    onRead: setRead,
    valuesOf: (saved) => formValuesFrom(firm, saved ?? null),
  });
  return { ...conflict, save };
}

function saveAdmin(
  firm: Firm | undefined,
  admin: SavedAdmin | undefined,
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
