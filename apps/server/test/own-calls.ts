import type { OwnCallImport } from '@recoup/contract/call-records/own-call-endpoints';
import type { useCallFirm } from './call-firm.ts';

/** Number, South African start, seconds, and type of the log: 1 incoming, 2 outgoing. */
export type LoggedCall = [number: string, start: string, seconds: number, type?: number];

/** As the app SMS Backup & Restore writes it. */
export const callLog = (...calls: LoggedCall[]): string =>
  [
    `<?xml version='1.0' encoding='UTF-8' standalone='yes' ?>`,
    '<!--File Created By SMS Backup & Restore v10.20.002 on 17/03/2026 12:00:00-->',
    '<!--\nTo view this file, visit https://synctech.com.au/view-backup/\n-->',
    `<calls count="${calls.length}" backup_set="0a1b" backup_date="1773741600000" type="full">`,
    ...calls.map(
      ([number, start, seconds, type = 2]) =>
        `  <call number="${number}" duration="${seconds}" date="${millis(start)}" type="${type}" ` +
        `presentation="1" subscription_id="8927" post_dial_digits="" readable_date="${start}" ` +
        'contact_name="Gogo &amp; Sons" />',
    ),
    '</calls>',
  ].join('\n');

export const bill = (...calls: LoggedCall[]): string =>
  ['Date,Time,Number dialled,Duration,Cost']
    .concat(
      calls.map(
        ([number, start, seconds]) =>
          `${start.slice(0, 10)},${start.slice(11)},${number},${seconds},1.50`,
      ),
    )
    .join('\n');

function millis(start: string): number {
  return Date.parse(`${start.replace(' ', 'T')}+02:00`);
}

/** Files of Thabo's cell phone. */
export function ownCallFiles({ test, ctx }: Pick<ReturnType<typeof useCallFirm>, 'test' | 'ctx'>) {
  const send = async (fileStream: string, more: object = {}, token = ctx.thabo.token) =>
    test.call('POST /own-call-imports', { token, body: { fileStream, ...more } });
  return {
    send,
    hand: async (fileStream: string, more: object = {}, token = ctx.thabo.token) =>
      (await send(fileStream, more, token)).json<{ data: OwnCallImport }>().data,
    undo: async (id: string | null, token = ctx.thabo.token) =>
      test.call(`DELETE /own-call-imports/${id ?? ''}`, { token }),
  };
}
