import type { Role, UserStatus } from '@recoup/contract/core/access';
import type { TypeOfUser } from './attorney-types.repository.ts';

export const personColumns = [
  'users.id',
  'users.name',
  'users.email',
  'users.cell',
  'users.role',
  'users.status',
  'users.passwordResetRequired',
  'users.endsOn',
] as const;

type PersonRow = {
  id: string;
  name: string;
  email: string;
  cell: string;
  role: number;
  status: number;
  passwordResetRequired: boolean;
  disbursementTypes: TypeOfUser[] | null;
};

/** Field by field: destructuring and spreading took most of a list's time. */
export function toPersonFields(row: PersonRow) {
  return {
    _id: row.id,
    name: row.name,
    email: row.email,
    cell: row.cell,
    role: row.role as Role, // a check constraint allows only the roles
    status: row.status as UserStatus, // a check constraint allows only the statuses
    pwdResetRequired: row.passwordResetRequired,
    initials: toInitials(row.name),
    disbursementTypes: row.disbursementTypes ?? [],
  };
}

/** Specification, section 2.15. */
function toInitials(name: string): string {
  const words = name.trim().split(/\s+/).slice(0, 2);
  return words.map((word) => [...word][0]?.toUpperCase() ?? '').join('') || 'NA';
}
