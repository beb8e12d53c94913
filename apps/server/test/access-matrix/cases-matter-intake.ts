import { type AccessCase, admins, everyone, none } from './expectations.ts';

const ofFirm = { ...none, ...admins, admin: everyone } as const;
const ofServer = { at: 'body.server', of: 'sftpServer', ...admins } as const;

export const matterIntakeCases: readonly AccessCase[] = [
  { call: 'getIntake', ...ofFirm },
  {
    call: 'saveIntake',
    ...ofServer,
    admin: { own: 'ok', rest: 'bad' },
    ask: ({ id }) => ({ body: { server: id, time: '07:15' } }),
  },
  { call: 'deleteIntake', ...ofFirm },
  {
    call: 'testIntake',
    ...ofServer,
    admin: { own: 'same', rest: 'gone' },
    ask: ({ id }) => ({ body: { server: id } }),
  },
  { call: 'runIntake', ...ofFirm },
  { call: 'listIntakeRuns', ...ofFirm },
];
