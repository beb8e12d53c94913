import type { Role } from './look.ts';

/** What a user looks for: by its role, its name, a text in it, and where it stands. */
export type Target = {
  role: Role;
  name?: string | RegExp;
  text?: string | RegExp;
  within?: Target;
};

type Name = string | RegExp;

export const button = (name: Name, within?: Target) => targetOf('button', name, within);
export const link = (name: Name, within?: Target) => targetOf('link', name, within);
export const heading = (name: Name) => targetOf('heading', name);
export const field = (name: Name, within?: Target) => targetOf('field', name, within);
export const option = (name: Name) => targetOf('option', name);
export const dialog = (name?: Name) => targetOf('dialog', name);
export const region = (name: Name) => targetOf('region', name);
/** The innermost element with the text. */
export const text = (content: Name, within?: Target): Target => ({
  role: 'text',
  text: content,
  ...(within && { within }),
});

function targetOf(role: Role, name?: Name, within?: Target): Target {
  return { role, ...(name !== undefined && { name }), ...(within && { within }) };
}
