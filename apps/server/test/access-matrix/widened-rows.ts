import {
  type Action,
  keyScopes,
  role,
  rules,
  scopesFor,
  type SessionKind,
} from '@recoup/contract/core/access';
import type { Mutant } from './mutation-toggles.ts';

const sessions: readonly SessionKind[] = ['full', 'restricted', 'reset'];

/** The rows of the table of access, each with one right more. */
export function widenedRows(): Mutant[] {
  // The keys of the rules.
  const actions = Object.keys(rules) as Action[];
  return actions.flatMap((action) =>
    widerThan(action).map(([name, made]) => ({
      id: `access:${action}:${name}`,
      kind: 'row',
      file: 'access.ts',
      code: `${action} for ${name} too`,
      rule: { action, made },
    })),
  );
}

function widerThan(action: Action): (readonly [name: string, made: unknown])[] {
  const rule = rules[action];
  if (rule === 'anyone') return [];
  const keys = scopesFor(action);
  const lacking = <T>(all: readonly T[], own: readonly T[]) =>
    all.filter((each) => !own.includes(each));
  return [
    ...lacking(Object.values(role), rule.roles).map(
      (each) => [`role ${each}`, { ...rule, roles: [...rule.roles, each] }] as const,
    ),
    ...lacking(sessions, rule.sessions).map(
      (each) => [`session ${each}`, { ...rule, sessions: [...rule.sessions, each] }] as const,
    ),
    // A key never stands for a reset grant.
    ...lacking(keyScopes, rule.sessions.some((each) => each !== 'reset') ? keys : keyScopes).map(
      (each) => [`scope ${each}`, { ...rule, keys: [...keys, each] }] as const,
    ),
    ['anyone', 'anyone'] as const,
  ];
}
