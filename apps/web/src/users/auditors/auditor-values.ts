import { type UserStatus, userStatus } from '@recoup/contract/core/access';
import { auditorFields } from '@recoup/contract/users/person-fields';
import type { User } from '@recoup/contract/users/user';
import { z } from 'zod';
import { statusText } from '../user-status.tsx';

/** Values of the form. */
export type AuditorValues = {
  name: string;
  email: string;
  cell: string;
  status: string;
  endsOn: string;
  invitation: boolean;
};

export function formValuesFrom(user: User | undefined): AuditorValues {
  return {
    name: user?.name ?? '',
    email: user?.email ?? '',
    cell: user?.cell ?? '',
    status: String(user?.status ?? userStatus.active),
    endsOn: user?.endsOn ?? '',
    invitation: false,
  };
}

export function formTitle(id: string | undefined): string {
  return id === undefined ? 'Add auditor' : 'Edit auditor';
}

const { name, email, cell, endsOn } = auditorFields;
/** The contract's own rules; the server knows today. */
export const auditorSchema = z.object({
  name,
  email,
  cell,
  endsOn: z.string().refine((day) => endsOn.safeParse(day).success, 'Enter the last day.'),
});

/** Request body for registering and for changing an auditor. */
export function toBody(values: AuditorValues) {
  const { invitation: _, status, ...fields } = values;
  return { ...fields, status: Number(status) as UserStatus }; // the radios hold nothing else
}

/** In words, for a conflict with another administrator. */
export function conflictLines(values: AuditorValues): [string, string][] {
  return [
    ['Name', values.name],
    ['Email', values.email],
    ['Cell', values.cell],
    ['Status', statusText(Number(values.status) as UserStatus)], // as above
    ['Last day', values.endsOn],
  ];
}
