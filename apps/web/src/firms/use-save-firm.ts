import type { UseFormReturnType } from '@mantine/form';
import type { Firm } from '@recoup/contract/firms/endpoints';
import { texts } from '@recoup/contract/core/texts';
import { useState } from 'react';
import { queryKeys } from '../platform/api/query-keys.ts';
import { createAddition } from '../platform/api/add-once.ts';
import { paths } from '../platform/browser/paths.ts';
import { keepTyped, type ThreeWay } from '../platform/edit-conflict/three-way.ts';
import { useEditConflict } from '../platform/edit-conflict/use-edit-conflict.ts';
import { useSave } from '../ui/form/use-save.ts';
import { addFirm, changeFirm, getFirm } from './firms.queries.ts';

export const domainPlaces = [0, 1, 2] as const;

/** `logo`: empty if the user picked no new one; null removes it. */
export type FirmValues = { name: string; domains: string[]; logo: string | null };

export function formValuesFrom(firm: Firm | undefined): FirmValues {
  return {
    name: firm?.name ?? '',
    domains: domainPlaces.map((place) => firm?.domains[place] ?? ''),
    logo: '',
  };
}

/**
 * Adds a firm, or changes the version that the form was filled with. `read`: the firm as it is
 * compared and shown.
 */
export function useSaveFirm({
  form,
  firm,
}: {
  form: UseFormReturnType<FirmValues>;
  firm: Firm | undefined;
}) {
  const [read, setRead] = useState(firm);
  const [addOnce] = useState(createAddition);
  const add = async (values: FirmValues) =>
    addOnce({
      find: getFirm,
      // The logo of an earlier try may have been taken back.
      change: async ({ _id, version }: Firm) =>
        saveFirm(_id, version, { ...values, logo: values.logo || null }),
      add: async (id) => addFirm(id, values),
    });
  const saving = useSave({
    form,
    save: (values) => (firm ? saveFirm(firm._id, read?.version, values) : add(values)),
    success: firm ? texts.firmUpdated : texts.firmAdded,
    // A new firm needs its admin next.
    goTo: ({ data: { _id: firmId } }) => (firm ? paths.firms : paths.addAttorneyAdmin({ firmId })),
    invalidates: [queryKeys.firms],
  });
  const conflict = useEditConflict({
    form,
    saving,
    read,
    onRead: setRead,
    valuesOf: formValuesFrom,
    merge: mergeFirm,
  });
  return { ...conflict, save: (values: FirmValues) => saving.mutate(values), read };
}

/** Each domain is kept or taken by itself. */
function mergeFirm(sides: ThreeWay<FirmValues>): FirmValues {
  const domains = domainPlaces.map((place) => {
    const [base, yours, theirs] = [sides.base, sides.yours, sides.theirs].map(
      (values) => values.domains[place] ?? '',
    );
    return (yours === base ? theirs : yours) ?? '';
  });
  return { ...keepTyped(sides), domains };
}

/** A logo that was not picked again is left out of a change (specification, section 7). */
function saveFirm(id: string, version: number | undefined, { logo, ...values }: FirmValues) {
  return changeFirm(id, { ...values, ...(logo !== '' && { logo }), version });
}
