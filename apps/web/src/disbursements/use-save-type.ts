import type { UseFormReturnType } from '@mantine/form';
import { texts } from '@recoup/contract/core/texts';
import type { DisbursementType } from '@recoup/contract/disbursements/endpoints';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { queryKeys } from '../platform/api/query-keys.ts';
import { createAddition } from '../platform/api/add-once.ts';
import { paths } from '../platform/browser/paths.ts';
import { useEditConflict } from '../platform/edit-conflict/use-edit-conflict.ts';
import { currentUserQuery } from '../platform/session/current-user.ts';
import { useSave } from '../ui/form/use-save.ts';
import { changeDisbursement, getDisbursement, addDisbursement } from './disbursements.queries.ts';
import { toBody, type Values, formValuesFrom } from './type-values.ts';

/** Adds a type, or changes the version that the form was filled with. */
export function useSaveType(form: UseFormReturnType<Values>, type: DisbursementType | undefined) {
  const [read, setRead] = useState(type);
  const firm = useQuery(currentUserQuery).data?.firm?._id ?? '';
  const [addOnce] = useState(createAddition);
  const change = (
    { _id, firm: of, version, ...saved }: DisbursementType,
    { values, active }: { values: Values; active?: boolean },
  ) => {
    const body = toBody(values, formValuesFrom(saved));
    return changeDisbursement(_id, {
      ...body,
      firm: of,
      version,
      ...(active !== undefined && { active }),
    });
  };
  // The form that adds does not ask whether the type is in use.
  const add = async (values: Values) =>
    addOnce({
      find: getDisbursement,
      change: (added: DisbursementType) => change(added, { values }),
      add: (id) => addDisbursement(id, { ...toBody(values, formValuesFrom()), firm }),
    });
  const saving = useSave({
    form,
    save: async (values) => (read ? change(read, { values, active: values.active }) : add(values)),
    success: type ? texts.disbursementUpdated : texts.disbursementSaved,
    goTo: paths.disbursements,
    invalidates: [queryKeys.disbursements, queryKeys.users],
  });
  const conflict = useEditConflict({
    form,
    saving,
    read,
    onRead: setRead,
    valuesOf: formValuesFrom,
  });
  return { ...conflict, save: (values: Values) => saving.mutate(values) };
}
