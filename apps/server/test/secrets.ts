const secretNames = '(?:old|new|repeat)?password|otp|token|secret|challenge|recoveryCode';
/** Fields whose text must not be in a log, and API keys. */
const secretFields = new RegExp(
  [
    `"(?:${secretNames})":"([^"\\\\]{8,})"`,
    String.raw`"data":"([\w-]{20,})"`,
    String.raw`"(rk_[\w-]{43})"`,
    '"((?:[a-z2-7]{4}-){3}[a-z2-7]{4})"',
  ].join('|'),
  'gi',
);

/** The passwords, codes and tokens of a call and its reply; short ones are ordinary words. */
export function secretsOf(call: {
  token?: string | undefined;
  body?: unknown;
  reply: string;
}): string[] {
  const sent = typeof call.body === 'string' ? call.body : JSON.stringify(call.body ?? {});
  const found = [sent, call.reply].flatMap((text) =>
    [...text.matchAll(secretFields)].map(([, ...groups]) => groups.find(Boolean) ?? ''),
  );
  return [...found, ...(call.token === undefined || call.token.length < 8 ? [] : [call.token])];
}

/** Which of the secrets, and of the codes in SMS, a log holds. */
export function leaksOf(
  log: readonly string[],
  { secrets, texts }: { secrets: Iterable<string>; texts: readonly string[] },
): string[] {
  const all = log.join('\n');
  const codes = texts.flatMap((text) => /\b\d{8}\b/.exec(text)?.[0] ?? []);
  return [...secrets, ...codes].filter((secret) =>
    /^\d+$/.test(secret) ? hasNumber(all, secret) : all.includes(secret),
  );
}

/** Not the digits of a longer number, such as a duration. */
function hasNumber(text: string, digits: string): boolean {
  return new RegExp(`(?<![\\d.])${digits}(?!\\d)`).test(text);
}
