import type { Db } from '../../apps/server/src/platform/database/connections.ts';
import type { Sms, SmsGateway } from '../../apps/server/src/sms/create-gateway.ts';
import type { Random } from './random.ts';

/** Codes of SMS, and the effects of mail server and clock, which no reply shows. */
export type Harvest = {
  gateway: SmsGateway;
  /** Keeps the token of a requested code. */
  asked(email: string, token: string): void;
  /** A token with the code that was sent for it; undefined while there is none. */
  findCode(db: Db, random: Random): Promise<{ otp: string; token: string } | undefined>;
};

const mostAsked = 20;

export function createHarvest(): Harvest {
  const sent: Sms[] = [];
  const requested: { email: string; token: string }[] = [];
  return {
    gateway: { send: async (sms) => void sent.push(sms) },
    asked(email, token) {
      requested.push({ email, token });
      if (requested.length > mostAsked) requested.shift();
    },
    async findCode(db, random) {
      if (requested.length === 0) return undefined;
      const { email, token } = random.chance(0.5)
        ? (requested.at(-1) ?? random.pick(requested))
        : random.pick(requested);
      const person = await db
        .selectFrom('users')
        .where('email', '=', email)
        .select('cell')
        .executeTakeFirst();
      const text = sent.findLast(({ to }) => to === person?.cell)?.text;
      const otp = /\b\d{8}\b/.exec(text ?? '')?.[0];
      return otp === undefined ? undefined : { otp, token };
    },
  };
}

/** The mails arrive and much time goes by, so that their quota and other limits are free again. */
export async function letADayPass(db: Db): Promise<void> {
  await db
    .updateTable('mails')
    .set({ state: 'sent', createdAt: new Date(0) })
    .execute();
  await db.deleteFrom('limits').execute();
}
