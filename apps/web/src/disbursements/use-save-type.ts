import type { UseFormReturnType } from '@mantine/form';
import { texts } from '@recoup/contract/core/texts';
import type { DisbursementType } from '@recoup/contract/disbursements/endpoints';
import { useQuery } from '@tanstack/react-query';
import { useState, useRef } from 'react';
import { addOnce } from '../platform/api/add-once.ts';
import { paths } from '../platform/browser/paths.ts';
import { useEditConflict } from '../platform/edit-conflict/use-edit-conflict.ts';
import { currentUserQuery } from '../platform/session/current-user.ts';
import { useSave } from '../ui/form/use-save.ts';
import {
  changeDisbursement,
  findAddedDisbursement,
  addDisbursement,
  disbursementsKey,
} from './disbursements.queries.ts';

const newType = { title: '', fixed: true, calculated: false, active: true };
export type Values = typeof newType;

export function valuesOf({ title, fixed, calculated, active }: Values = newType): Values {
  return { title, fixed, calculated, active };
}

/** Adds a type, or changes the version that the form was filled with. */
export function useSaveType(form: UseFormReturnType<Values>, type: DisbursementType | undefined) {
  const [read, setRead] = useState(type);
  const firm = useQuery(currentUserQuery).data?.firm?._id ?? '';
  const lost = useRef<Values>(undefined);
  const change = ({ _id, firm: of, version }: DisbursementType, values: Values) =>
    changeDisbursement(_id, { ...values, firm: of, version });
  const adding = {
    find: async (values: Values) => findAddedDisbursement(firm, values),
    change,
    add: async ({ active: _, ...values }: Values) => addDisbursement({ ...values, firm }),
  };
  const saving = useSave({
    form,
    save: async (values) => (read ? change(read, values) : addOnce(lost, values, adding)),
    success: type ? texts.disbursementUpdated : texts.disbursementSaved,
    goTo: paths.disbursements,
    invalidates: [disbursementsKey, ['users']],
  });
  const conflict = useEditConflict({ form, saving, read, onRead: setRead, valuesOf });
  return { ...conflict, save: (values: Values) => saving.mutate(values) };
}
