import { Counter } from 'prom-client';

/** How often this process sent or fetched something, by outcome. */
export const outcomes = {
  handOver: countOutcomes({
    name: 'recoup_hand_over_runs_total',
    help: 'Hand-overs: files sent, mails queued, tries that failed, and runs without a file',
    outcomes: ['sent', 'mailed', 'retry', 'failed', 'skipped', 'empty'],
  }),
  intake: countOutcomes({
    name: 'recoup_intake_runs_total',
    help: 'Imports of matters on schedule',
    outcomes: ['done', 'empty', 'retry', 'failed'],
  }),
  webhook: countOutcomes({
    name: 'recoup_webhook_deliveries_total',
    help: 'Tries to deliver an event to a webhook',
    outcomes: ['delivered', 'retry', 'failed'],
  }),
  sms: countOutcomes({
    name: 'recoup_sms_total',
    help: 'SMS that the gateway took or that could not be sent',
    outcomes: ['sent', 'failed'],
  }),
  mail: countOutcomes({
    name: 'recoup_mails_total',
    help: 'Tries to send a mail, and reminders whose day was over',
    outcomes: ['sent', 'retry', 'failed', 'expired'],
  }),
};

type Outcomes<Name extends string> = { name: string; help: string; outcomes: readonly Name[] };

function countOutcomes<const Name extends string>({ outcomes: names, ...metric }: Outcomes<Name>) {
  const counter = new Counter({ ...metric, labelNames: ['outcome'], registers: [] });
  // Prometheus sees no increase of a series that begins with 1.
  for (const outcome of names) counter.inc({ outcome }, 0);
  return { counter, count: (outcome: Name): void => counter.inc({ outcome }) };
}
