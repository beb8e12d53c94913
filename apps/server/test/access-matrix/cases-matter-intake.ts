import { type AccessCase, admins, everyone, none } from './expectations.ts';

const ofFirm = { ...none, ...admins(everyone) } as const;
const server = { at: 'body.server', of: 'sftpServer' } as const;

export const matterIntakeCases: readonly AccessCase[] = [
  { call: 'getIntake', ...ofFirm },
  {
    call: 'saveIntake',
    ...server,
    ...admins({ own: 'ok', rest: 'bad' }),
    ask: ({ id }) => ({ body: { server: id, time: '07:15' } }),
  },
  { call: 'deleteIntake', ...ofFirm },
  {
    call: 'testIntake',
    ...server,
    ...admins({ own: 'same', rest: 'gone' }),
    ask: ({ id }) => ({ body: { server: id } }),
  },
  { call: 'runIntake', ...ofFirm },
  { call: 'listIntakeRuns', ...ofFirm },
];
