import { role } from '@recoup/contract/core/access';
import { createSession } from '../../apps/server/src/account/session/sessions.service.ts';
import type { Db } from '../../apps/server/src/platform/database/connections.ts';
import {
  aDisbursementType,
  aFirm,
  aMatter,
  anEntry,
  assignTypes,
  aUser,
} from '../../apps/server/test/factories.ts';

/** A firm with a signed-in user of each role, and what an entry needs. */
export type Worker = {
  firm: string;
  admin: string;
  attorney: string;
  adminToken: string;
  attorneyToken: string;
  matter: string;
  type: string;
};

type GivenWorker = {
  hasEntry?: boolean;
  /** Stands in every text of the firm. */
  mark?: string;
};

export async function aWorker(db: Db, input: GivenWorker = {}): Promise<Worker> {
  const { mark } = input;
  const named = mark === undefined ? {} : { name: `Firm ${mark}`, domain: `${mark}.co.za` };
  const firm = await aFirm(db, named);
  const person = mark === undefined ? {} : { name: `Person ${mark}` };
  const attorney = await aUser(db, { firm, ...person });
  const admin = await aUser(db, { firm, role: role.attorneyAdmin, ...person });
  const work = mark === undefined ? {} : { description: `Case ${mark}`, client: `Client ${mark}` };
  const matter = await aMatter(db, firm, work);
  const title = mark === undefined ? {} : { title: `Type ${mark}` };
  const type = await aDisbursementType(db, firm, title);
  await assignTypes(db, firm);
  if (input.hasEntry === true) await anEntry(db, { firm, attorney, matter, type });
  const tokenOf = (user: { id: string }) =>
    createSession(db, { userId: user.id, kind: 'full', now: new Date() });
  const [adminToken, attorneyToken] = [await tokenOf(admin), await tokenOf(attorney)];
  return {
    firm: firm.id,
    admin: admin.id,
    attorney: attorney.id,
    adminToken,
    attorneyToken,
    matter: matter.id,
    type: type.id,
  };
}

/** Who keeps a server busy while it is killed so many times. */
export async function staff(db: Db, kills: number) {
  const [importer, ...recorders] = await workers(db, 3);
  if (!importer) throw new Error('nobody was made');
  return {
    importer,
    recorders,
    senders: await workers(db, 2 + Math.ceil(kills / 2), { hasEntry: true }),
  };
}

/** So many one after the other. */
export async function workers(db: Db, count: number, value: GivenWorker = {}): Promise<Worker[]> {
  const all: Worker[] = [];
  while (all.length < count) all.push(await aWorker(db, value));
  return all;
}
