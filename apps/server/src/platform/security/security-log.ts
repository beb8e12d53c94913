import { Counter } from 'prom-client';
import { wideRateLimitNetwork } from './client-address.ts';
import { logThrottled } from '../core/rejection-log.ts';
import { alwaysInfo, type LoggerFactory } from '../core/log.ts';

type Fields = Readonly<Record<string, string | number | boolean | undefined>>;

/** Rooms know no Fastify. */
export type EventLog = LoggerFactory & { error(fields: object, message: string): void };

export const securityEvents = new Counter({
  name: 'recoup_security_events_total',
  help: 'Security events, such as failed sign-ins',
  labelNames: ['event'],
  registers: [],
});

/** Monitoring looks for these names. */
const events = [
  'logon_succeeded',
  'logon_failed',
  'logon_limited',
  'second_factor_asked',
  'second_factor_failed',
  'logout',
  'sign_on_failed',
  'otp_requested',
  'otp_muted',
  'otp_failed',
  'otp_limited',
  'otp_accepted',
  'password_reset',
  'password_changed',
  'reauthentication_failed',
  'cell_changed',
  'sms_sent',
  'sms_refused',
  'sms_capped',
  'csp_violation',
] as const;
type SecurityEvent = (typeof events)[number];

// Prometheus sees no increase of a series that begins with 1.
for (const event of events) securityEvents.inc({ event }, 0);

/** With ids and addresses, never a secret, an email or a cell number. */
export function logEvent(log: EventLog, event: SecurityEvent, fields: Fields): void {
  securityEvents.inc({ event });
  alwaysInfo(log).info({ event, ...fields }, 'security');
}

/** Counts each rejection of a flood and logs few. `fields` has the address. */
export function logEventThrottled(
  log: EventLog,
  event: SecurityEvent,
  fields: Fields & { address: string },
): void {
  securityEvents.inc({ event });
  logThrottled(securityEvents, `${event} ${wideRateLimitNetwork(fields.address)}`, (unwritten) => {
    alwaysInfo(log).info({ event, ...fields, unwritten }, 'security');
  });
}
