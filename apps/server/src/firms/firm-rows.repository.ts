import { firstSignInEnd } from '@recoup/contract/account/rules';
import type { UserStatus } from '@recoup/contract/core/access';
import type { AdminOfFirm, Firm } from '@recoup/contract/firms/endpoints';
import type { ExpressionBuilder } from 'kysely';
import { jsonArrayFrom } from 'kysely/helpers/postgres';
import type { Database } from '../platform/database/tables.generated.ts';

export const firmColumns = [
  'firms.id',
  'firms.name',
  'firms.version',
  'users.id as adminId',
  'users.name as adminName',
  'users.email as adminEmail',
  'users.cell as adminCell',
  'users.status as adminStatus',
  'users.version as adminVersion',
  'users.passwordResetRequired as adminIsNew',
  'users.invitedAt as adminInvitedAt',
] as const;

export function domainsOfFirm(eb: ExpressionBuilder<Database, 'firms'>) {
  return jsonArrayFrom(
    eb
      .selectFrom('firmDomains')
      .whereRef('firmDomains.firmId', '=', 'firms.id')
      .select('domain')
      .orderBy('position'),
  ).as('domains');
}

type FirmRow = {
  id: string;
  name: string;
  version: number;
  logo: Buffer | null;
  domains: { domain: string }[];
  adminId: string | null;
  adminName: string | null;
  adminEmail: string | null;
  adminCell: string | null;
  adminStatus: number | null;
  adminVersion: number | null;
  adminIsNew: boolean | null;
  adminInvitedAt: Date | null;
};

export function toFirm(row: FirmRow): Firm {
  const { id, name, version, logo, domains } = row;
  return {
    _id: id,
    name,
    version,
    domains: domains.map(({ domain }) => domain),
    logo: logo === null ? null : jpegDataUrl(logo),
    admin: toAdmin(row),
  };
}

export function jpegDataUrl(picture: Buffer): string {
  return `data:image/jpeg;base64,${picture.toString('base64')}`;
}

function toAdmin(row: FirmRow): AdminOfFirm | null {
  const { adminId, adminName, adminEmail, adminCell, adminStatus, adminVersion } = row;
  if (adminId === null) return null;
  const status = (adminStatus ?? 0) as UserStatus; // a check constraint allows only the statuses
  const { adminIsNew, adminInvitedAt } = row;
  const firstSignInUntil =
    adminIsNew === true && adminInvitedAt !== null
      ? firstSignInEnd(adminInvitedAt).toISOString()
      : null;
  const person = {
    _id: adminId,
    name: adminName ?? '',
    email: adminEmail ?? '',
    cell: adminCell ?? '',
  };
  return { ...person, status, version: adminVersion ?? 0, firstSignInUntil };
}
