import type { FirmScope } from '../../platform/core/actor.ts';
import type { Trx } from '../../platform/database/connections.ts';
import { queueMail } from '../../mail/delivery/outbox.service.ts';
import { listRunners } from '../schedules/hand-overs.repository.ts';

export type Notifying = { publicUrl: string };

type Notice = Notifying & {
  handOver: { name: string };
  state: 'skipped' | 'failed' | 'sending';
  message: string;
  now: Date;
};

/** A mail to the firm's admin, who has to act. */
export async function notifyAdmins(
  trx: Trx,
  firm: FirmScope,
  { publicUrl, handOver, state, message, now }: Notice,
): Promise<void> {
  for (const { name, email } of await listRunners(trx, firm))
    await queueMail(trx, {
      firmId: firm.firmId,
      userId: null,
      to: email,
      subject: `${titles[state]}: ${handOver.name}`,
      body: [
        `Dear ${name}`,
        `${sentences[state]} ${message}`,
        `The runs and their files:\n${publicUrl}/home/attorneys/integrations`,
        'Recoup',
      ].join('\n\n'),
      now,
    });
}

const titles = {
  skipped: 'Hand-over skipped',
  failed: 'Hand-over failed',
  sending: 'Hand-over is waiting',
} as const;
const sentences = {
  skipped: 'A hand-over on schedule was skipped; nothing was closed.',
  failed: 'A hand-over on schedule has failed.',
  sending: 'The file of a hand-over could not be sent yet; Recoup tries again for a day.',
} as const;
