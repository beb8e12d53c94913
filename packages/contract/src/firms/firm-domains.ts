import { z } from 'zod';
import { isDomain } from '../core/email-field.ts';
import { texts } from '../core/texts.ts';

/** Specification, section 9. */
const maxDomains = 3;
const domainInput = z
  .string('Must be text.')
  .nullable()
  .transform((value) => (value ?? '').trim().toLowerCase())
  .refine((value) => validateFirmDomain(value) === undefined, {
    error: ({ input }) => validateFirmDomain(String(input)) ?? texts.domainInvalid,
  });

/** In lower case. All but the first may be empty. */
export const firmDomains = z
  .array(domainInput, texts.domainRequired)
  .max(maxDomains, `A firm has at most ${maxDomains} domains.`)
  .refine(([first]) => first !== undefined && first !== '', {
    path: [0],
    error: texts.domainRequired,
    when: isList,
  })
  .refine((values) => !isRepeated(values, 1), {
    path: [1],
    error: 'This domain is given twice.',
    when: isList,
  })
  .refine((values) => !isRepeated(values, 2), {
    path: [2],
    error: 'This domain is given twice.',
    when: isList,
  })
  .transform((values) => values.filter((value) => value !== ''));

function validateFirmDomain(value: string): string | undefined {
  if (value === '') return undefined;
  if (!isDomain(value)) return texts.domainPattern;
  if (publicSuffixes.has(value) || value.endsWith('.invalid')) return texts.domainInvalid;
  if (!mailProviders.has(value)) return undefined;
  return `${value} is a public email domain. Enter the firm's own domain.`;
}

/** Anyone may register a name under these. `.invalid` is reserved (RFC 2606). */
const publicSuffixes = new Set(
  (
    'co.za org.za net.za web.za law.za gov.za ac.za nom.za school.za ' +
    'co.uk org.uk com.na co.bw co.ls co.sz co.zw co.mz'
  ).split(' '),
);

/** An e-mail's domain decides the firm, so that no firm can own a mail provider's. */
const mailProviders = new Set(
  (
    'gmail.com googlemail.com outlook.com outlook.co.za hotmail.com hotmail.co.za hotmail.co.uk ' +
    'live.com live.co.za msn.com yahoo.com yahoo.co.za yahoo.co.uk ymail.com rocketmail.com ' +
    'icloud.com me.com mac.com aol.com proton.me protonmail.com pm.me gmx.com gmx.net gmx.de ' +
    'mail.com zoho.com zohomail.com yandex.com fastmail.com tutanota.com hey.com mweb.co.za ' +
    'webmail.co.za telkomsa.net vodamail.co.za iafrica.com absamail.co.za lantic.net ' +
    'global.co.za cybersmart.co.za'
  ).split(' '),
);

function isList({ value }: { value: unknown }): boolean {
  return Array.isArray(value) && value.every((item) => typeof item === 'string');
}

function isRepeated(values: readonly string[], index: number): boolean {
  const value = values[index] ?? '';
  return value !== '' && values.indexOf(value) < index;
}
