import type { FirmSettings } from '@recoup/contract/firms/firm-settings-endpoints';
import type { FirmScope } from '../platform/core/actor.ts';
import type { Db, Trx } from '../platform/database/connections.ts';

export async function getFirmSettings(db: Db, firm: FirmScope): Promise<FirmSettings> {
  return toSettings(await selectFirmSettings(db, firm).executeTakeFirstOrThrow());
}

/** As `getFirmSettings`, locked until the transaction ends. */
export async function lockFirmSettings(trx: Trx, firm: FirmScope): Promise<FirmSettings> {
  return toSettings(await selectFirmSettings(trx, firm).forNoKeyUpdate().executeTakeFirstOrThrow());
}

export async function updateFirmSettings(
  trx: Trx,
  firm: FirmScope,
  { reminders, secondFactor, informationOfficer: officer, ...vat }: FirmSettings,
): Promise<void> {
  await trx
    .updateTable('firms')
    .set({
      ...vat,
      remindersOn: reminders.isOn,
      reminderWorkingDays: reminders.workingDaysBefore,
      reminderHour: reminders.hour,
      factorPolicy: secondFactor.policy,
      factorFrom: secondFactor.from,
      officerName: officer?.name ?? null,
      officerEmail: officer?.email ?? null,
      officerPhone: officer?.phone ?? null,
    })
    .where('id', '=', firm.firmId)
    .execute();
}

function selectFirmSettings(db: Db, firm: FirmScope) {
  return db
    .selectFrom('firms')
    .select(['isVatVendor', 'vatNumber', 'pricesIncludeVat'])
    .select(['remindersOn', 'reminderWorkingDays', 'reminderHour'])
    .select(['factorPolicy', 'factorFrom'])
    .select(['officerName', 'officerEmail', 'officerPhone'])
    .where('id', '=', firm.firmId);
}

type Row = Omit<FirmSettings, 'reminders' | 'secondFactor' | 'informationOfficer'> & {
  remindersOn: boolean;
  reminderWorkingDays: number;
  reminderHour: number;
  factorPolicy: string;
  factorFrom: string | null;
  officerName: string | null;
  officerEmail: string | null;
  officerPhone: string | null;
};

function toSettings(row: Row): FirmSettings {
  const { remindersOn, reminderWorkingDays, reminderHour, factorPolicy, factorFrom, ...rest } = row;
  const { officerName: name, officerEmail: email, officerPhone: phone, ...vat } = rest;
  return {
    ...vat,
    reminders: {
      isOn: remindersOn,
      workingDaysBefore: reminderWorkingDays,
      hour: reminderHour,
    },
    secondFactor: {
      policy: factorPolicy as FirmSettings['secondFactor']['policy'], // a check constraint
      from: factorFrom,
    },
    informationOfficer:
      name === null || email === null ? null : { name, email, phone: phone ?? '' },
  };
}
