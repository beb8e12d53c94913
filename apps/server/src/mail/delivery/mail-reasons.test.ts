import { expect, it } from 'vitest';
import { mailReason } from './mail-reasons.service.ts';

it.each([
  ['Invalid login: 535 5.7.8 Error: authentication failed', 'refused the sign-in (535 5.7.8)'],
  ['Invalid login: 534-5.7.9 Please log in with your web browser', 'sign-in (534 5.7.9)'],
  [
    'Can’t send mail - all recipients were rejected: 550 5.1.1 <x@y.co.za> no mailbox',
    'answered 550 5.1.1.',
  ],
  ['Message failed: 451 try later', 'answered 451.'],
  ['connect ECONNREFUSED 10.0.0.1:587', '(ECONNREFUSED)'],
  ['getaddrinfo ENOTFOUND smtp.example.com', '(ENOTFOUND)'],
  ['ENOSPC: no space left on device, write', 'outbox could not be written (ENOSPC)'],
  ['Connection timeout', 'did not answer in time'],
  ['Greeting never received', 'did not answer in time'],
  ['self-signed certificate', 'certificate or TLS is not valid'],
  ['Unexpected socket close', 'broke'],
  ['hunter2 for x@y.co.za', 'The firm sees why with the mail.'],
])('says of %s: %s', (message, reason) => {
  expect(mailReason(message)).toContain(reason);
  expect(mailReason(message)).not.toMatch(/@|hunter2|example/);
});
