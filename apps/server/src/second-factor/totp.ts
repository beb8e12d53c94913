/** RFC 6238 with what every app knows: SHA-1, six digits, 30 seconds. */
const stepSeconds = 30;

/** Loaded when first used: a start and an installation without factors do not pay for it. */
const library = async () => import('otplib');

/** `secret` is Base32 of 160 random bits; `url` is for the app's camera. */
export async function newTotp(label: string): Promise<{ secret: string; url: string }> {
  const { generateSecret, generateURI } = await library();
  const secret = generateSecret();
  return { secret, url: generateURI({ issuer: 'Recoup', label, secret }) };
}

/**
 * The step of a code, of this one and those beside it, since clocks differ. Undefined for a wrong
 * code. The caller rejects a step that was used.
 */
export async function stepOfCode(
  secret: string,
  { code, now }: { code: string; now: Date },
): Promise<number | undefined> {
  const { verify } = await library();
  const epoch = Math.floor(now.getTime() / 1000);
  const result = await verify({ secret, token: code, epoch, epochTolerance: stepSeconds });
  return result.valid && 'timeStep' in result ? result.timeStep : undefined;
}
