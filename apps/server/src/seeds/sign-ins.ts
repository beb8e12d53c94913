import { demoAttorneys, demoFirmAdmins } from './demo-people.ts';

/** The demo's sign-ins, as `npm start` prints them. */
export function signInLines(): string[] {
  const people = [
    ['Firm admin', demoFirmAdmins.lerato],
    ['Firm admin', demoFirmAdmins.chantal],
    ['Attorney', demoAttorneys.thabo],
    ['Firm admin', demoFirmAdmins.anneke],
    ['Attorney', demoAttorneys.devan],
  ] as const;
  return [
    'Demo sign-ins:',
    ...people.map(
      ([title, { email, password }]) => `  ${title.padEnd(10)}  ${email.padEnd(29)}  ${password}`,
    ),
  ];
}
