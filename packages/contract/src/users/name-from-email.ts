import { emailDomain } from '../core/email-field.ts';

/** `lerato.nkosi@firm` becomes `Lerato Nkosi`; a short name gets the domain too: `Jo Nkosi`. */
export function nameFromEmail(email: string): string {
  const words = (text: string) => text.split(/[^\p{L}\p{N}']+/u).filter((word) => word !== '');
  const own = words(email.slice(0, email.lastIndexOf('@')).replace(/\+.*$/, ''));
  const capitalize = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);
  const name = own.map(capitalize).join(' ');
  if (name.length >= 3) return name.slice(0, 50).trim();
  const longer = [...own, ...words(emailDomain(email).split('.')[0] ?? '')]
    .map(capitalize)
    .join(' ');
  return longer.length >= 3 ? longer.slice(0, 50).trim() : 'Attorney Admin';
}
