import { hours } from '../src/platform/core/clock.ts';
import { useApp } from './app.ts';

export type SignInReply = {
  data: { _id: string };
  initialPassword: string | null;
  message: string;
  token: string;
};

export const initialPassword = 'paper-lion-station-18';

let network = 0;

function elsewhere(): string {
  network += 1;
  return `10.77.${network}.1`;
}

/** The requests around initial passwords and invitations; each sign-in has its own network. */
export function useFirstSignIn() {
  const test = useApp();
  /** A firm whose admin registers attorneys with an initial password. */
  const anOffice = async () => {
    const firm = await test.aFirm();
    const admin = await test.anAdmin({ firm });
    const token = async () => test.signIn(admin);
    const add = async (cell: string) => {
      const body = {
        role: 0,
        firm: firm.id,
        name: 'Thabo Mokoena',
        email: `t.mokoena@${firm.domain}`,
        cell,
        password: initialPassword,
      };
      const reply = await test.call('POST /register', { token: await token(), body });
      return { ...body, id: reply.json<SignInReply>().data._id };
    };
    return { firm, add, token };
  };
  return {
    test,
    anOffice,
    waitDays: (count: number) => test.clock.advance(hours(24 * count)),
    renew: (id: string, token: string, body: object = {}) =>
      test.call(`PUT /users/${id}/first-sign-in`, { token, body }),
    /** The texts of the invitations, oldest first. */
    invitationsTo: async (email: string) => {
      const mails = test.db
        .selectFrom('mails')
        .where('toAddress', '=', email)
        .where('subject', 'like', 'Your Recoup account for %');
      return (await mails.orderBy('createdAt').select('body').execute()).map(({ body }) => body);
    },
    /** The SMS to this cell after a request for a code. */
    requestCode: async (email: string, cell: string) => {
      await test.call(`GET /v2/sendOtp?email=${email}`, { from: '10.78.1.1' });
      return (await test.sms()).findLast(({ to }) => to === cell)?.text;
    },
    logon: async (email: string, password: string, from = elsewhere()) =>
      test.call('POST /logon', { body: { email, password }, from }),
  };
}
