import { queueMail } from '../../mail/delivery/outbox.service.ts';
import type { FirmScope } from '../../platform/core/actor.ts';
import type { Trx } from '../../platform/database/connections.ts';
import { listRunners } from '../schedules/hand-overs.repository.ts';
import type { NewRun } from './intake.repository.ts';

export type IntakeNotifying = { publicUrl: string };

type Outcome = IntakeNotifying & { run: NewRun; now: Date };

/** A mail to the firm's admins about a failed run, and about files that were refused. */
export async function mailOutcome(
  trx: Trx,
  firm: FirmScope,
  { publicUrl, run, now }: Outcome,
): Promise<void> {
  const refused = run.files.filter(({ state }) => state === 'refused');
  if (run.state !== 'failed' && refused.length === 0) return;
  const subject =
    run.state === 'failed' ? 'Import of matters failed' : 'Files of matters were refused';
  const parts = [
    ...(run.state === 'failed' ? [`The import of matters on schedule failed. ${run.message}`] : []),
    ...refused.map(({ name, message }) => `${name}\n${message}`),
  ];
  for (const { name, email: to } of await listRunners(trx, firm))
    await queueMail(trx, {
      firmId: firm.firmId,
      userId: null,
      to,
      subject,
      body: [
        `Dear ${name}`,
        ...parts,
        `The runs and their files:\n${publicUrl}/home/attorneys/integrations`,
        'Recoup',
      ].join('\n\n'),
      now,
    });
}
