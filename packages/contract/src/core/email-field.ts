import { z } from 'zod';

/**
 * An email address in lower case: at most 254 characters, 64 before the @ (specification, section
 * 5).
 */
export function email(messages: { required: string; invalid: string }) {
  return z
    .string(messages.required)
    .trim()
    .refine((value) => value.length > 0, { error: messages.required, abort: true })
    .refine(isEmail, { error: messages.invalid, abort: true })
    .toLowerCase()
    .meta({ format: 'email', maxLength: 254 });
}

/**
 * Split and label checks instead of one pattern: the usual pattern with a 2-to-3-letter end takes
 * exponential time. Plain ASCII only, because the domain decides the user's firm.
 */
export function isEmail(value: string): boolean {
  if (value.length > 254) return false;
  const at = value.lastIndexOf('@');
  const local = value.slice(0, at);
  if (at < 1 || local.length > 64) return false;
  if (local.startsWith('.') || local.endsWith('.') || local.includes('..')) return false;
  return /^[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]+$/.test(local) && isDomain(value.slice(at + 1));
}

/** A host name with at least two labels whose last one is letters. */
export function isDomain(value: string): boolean {
  if (value.length > 253) return false;
  const labels = value.split('.');
  const isLabel = (label: string) =>
    label.length <= 63 &&
    /^[A-Za-z0-9-]+$/.test(label) &&
    !label.startsWith('-') &&
    !label.endsWith('-');
  return (
    labels.length >= 2 &&
    labels.every(isLabel) &&
    /^(?:[A-Za-z]{2,}|xn--[A-Za-z0-9-]+)$/.test(labels.at(-1) ?? '')
  );
}

/** The part after the @, in lower case. */
export function emailDomain(address: string): string {
  return address.slice(address.lastIndexOf('@') + 1).toLowerCase();
}
