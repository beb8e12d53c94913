/** The library is small, and needed by few. */
const load = () => import('@simplewebauthn/browser');

/** Whether this browser has passkeys; over plain HTTP it has not. */
export function hasPasskeys(): boolean {
  return 'PublicKeyCredential' in window;
}

/** Before the user presses: a browser wants the call soon after the press. */
export function preloadPasskeys(): void {
  void load().catch(() => undefined);
}

/** Makes a passkey on this device. Throws an `Error` with a message for the user. */
export async function makePasskey(options: object) {
  const { startRegistration } = await load();
  type Options = Parameters<typeof startRegistration>[0]['optionsJSON'];
  // The server's library made them for this one.
  return readable(() => startRegistration({ optionsJSON: options as Options }));
}

/** Signs a challenge with a passkey. Throws an `Error` with a message for the user. */
export async function askPasskey(options: object) {
  const { startAuthentication } = await load();
  type Options = Parameters<typeof startAuthentication>[0]['optionsJSON'];
  // The server's library made them for this one.
  return readable(() => startAuthentication({ optionsJSON: options as Options }));
}

const messages: Readonly<Record<string, string>> = {
  NotAllowedError: 'The passkey was not used: it was cancelled, or took too long. Try again.',
  AbortError: 'The passkey was not used: it was cancelled, or took too long. Try again.',
  InvalidStateError: 'This device already has a passkey for your account.',
  SecurityError: 'Passkeys do not work at this address. Open Recoup at its own address.',
};

async function readable<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (cause) {
    const name = cause instanceof Error ? cause.name : '';
    const known = messages[name] ?? 'This browser could not use a passkey. Try another way.';
    throw new Error(known, { cause });
  }
}
