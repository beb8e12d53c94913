import { readFileSync } from 'node:fs';

/** As containers mount secrets: `<NAME>_FILE` names the file of the value. */
const secrets = [
  'DATABASE_URL',
  'DATABASE_DIRECT_URL',
  'RECOUP_ADMIN_PASSWORD',
  'RECOUP_METRICS_TOKEN',
  'RECOUP_SECRET_KEY',
  'SMTP_URL',
  'SMS_URL',
];

export function withSecretFiles(variables: NodeJS.ProcessEnv): {
  env: NodeJS.ProcessEnv;
  unreadable: string[];
} {
  const env = { ...variables };
  const unreadable: string[] = [];
  for (const name of secrets) {
    const file = variables[`${name}_FILE`];
    delete env[`${name}_FILE`];
    if (file === undefined || file === '') continue;
    if ((variables[name] ?? '') !== '')
      unreadable.push(`${name} and ${name}_FILE are both set; one of them is enough`);
    try {
      env[name] = readFileSync(file, 'utf8').trim();
    } catch {
      unreadable.push(`${name}_FILE names ${file}, which cannot be read`);
    }
  }
  return { env, unreadable };
}
