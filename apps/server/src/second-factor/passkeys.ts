import { isIP } from 'node:net';
import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server';
import type { Factor } from './factors.repository.ts';

/** The installation: browsers bind a passkey to its host, and report the page's origin. */
export type RelyingParty = { id: string; origin: string };

/** Undefined where browsers allow no passkeys: without https or localhost, or a name of a host. */
export function findRelyingParty(publicUrl: string): RelyingParty | undefined {
  const { protocol, hostname, origin } = new URL(publicUrl);
  const isLocal = hostname === 'localhost' || hostname.endsWith('.localhost');
  const isName = isIP(hostname.replaceAll(/[[\]]/g, '')) === 0;
  return isLocal || (protocol === 'https:' && isName) ? { id: hostname, origin } : undefined;
}

/** Loaded when first used: it takes 20 MB. */
const library = async () => import('@simplewebauthn/server');

/** EdDSA, ES256 and RS256. */
const algorithms = [-8, -7, -257];
/** As a second factor a touch is enough; the password came before (research: B14, rule 7). */
const userVerification = 'preferred';

type Options = { challenge: string; options: Record<string, unknown> };

/** Options for a browser to create a passkey that the user does not have yet. */
export async function registrationOptions(
  party: RelyingParty,
  user: { userId: string; email: string; name: string; passkeys: readonly Factor[] },
): Promise<Options> {
  const { generateRegistrationOptions } = await library();
  const options = await generateRegistrationOptions({
    rpName: 'Recoup',
    rpID: party.id,
    userID: new Uint8Array(Buffer.from(user.userId.replaceAll('-', ''), 'hex')),
    userName: user.email,
    userDisplayName: user.name,
    attestationType: 'none',
    excludeCredentials: toCredentials(user.passkeys),
    authenticatorSelection: { residentKey: 'discouraged', userVerification },
    supportedAlgorithmIDs: algorithms,
  });
  return { challenge: options.challenge, options: { ...options } };
}

export type NewPasskey = {
  credentialId: string;
  publicKey: Buffer;
  counter: number;
  transports: string[];
  rpId: string;
};

/** Undefined for a response that is not of this challenge, origin and host, or not valid. */
export async function verifyRegistration(
  party: RelyingParty,
  { response, challenge }: { response: object; challenge: string },
): Promise<NewPasskey | undefined> {
  const registration = response as RegistrationResponseJSON; // the library checks it
  const { verifyRegistrationResponse } = await library();
  const verified = await orUndefined(async () => {
    await requirePlainAttestation(registration);
    return verifyRegistrationResponse({
      response: registration,
      expectedChallenge: challenge,
      expectedOrigin: party.origin,
      expectedRPID: party.id,
      requireUserVerification: false,
      supportedAlgorithmIDs: algorithms,
    });
  });
  if (verified?.registrationInfo === undefined) return undefined;
  const { id, publicKey, counter, transports = [] } = verified.registrationInfo.credential;
  // No real authenticator has a larger id or key.
  if (id.length > 1400 || publicKey.length > 1200) return undefined;
  const known = transports.filter((each) => /^[a-z-]{1,20}$/.test(each)).slice(0, 8);
  const [credentialId, rpId] = [id, party.id];
  return { credentialId, publicKey: Buffer.from(publicKey), counter, transports: known, rpId };
}

/** Options for a browser to use one of these passkeys. */
export async function authenticationOptions(
  party: RelyingParty,
  passkeys: readonly Factor[],
): Promise<Options> {
  const { generateAuthenticationOptions } = await library();
  const options = await generateAuthenticationOptions({
    rpID: party.id,
    allowCredentials: toCredentials(passkeys),
    userVerification,
  });
  return { challenge: options.challenge, options: { ...options } };
}

/** The new counter; undefined for a response that is not of this challenge, origin and passkey. */
export async function verifyAuthentication(
  party: RelyingParty,
  { response, challenge, passkey }: { response: object; challenge: string; passkey: Factor },
): Promise<number | undefined> {
  const { credentialId, publicKey, rpId } = passkey;
  if (credentialId === null || publicKey === null || rpId !== party.id) return undefined;
  const { verifyAuthenticationResponse } = await library();
  const verified = await orUndefined(async () =>
    verifyAuthenticationResponse({
      response: response as AuthenticationResponseJSON, // the library checks it
      expectedChallenge: challenge,
      expectedOrigin: party.origin,
      expectedRPID: party.id,
      // The library would refuse an equal counter too; `usePasskey` has the rule.
      credential: { id: credentialId, publicKey: new Uint8Array(publicKey), counter: 0 },
      requireUserVerification: false,
    }),
  );
  return verified?.verified === true ? verified.authenticationInfo.newCounter : undefined;
}

/**
 * Throws an error for another one: browsers send no certificates where none are wanted. The library
 * would read those of a made-up response, and ask addresses in them whether they were revoked.
 */
export async function requirePlainAttestation({
  response,
}: {
  response: { attestationObject: string };
}): Promise<void> {
  const { decodeAttestationObject, isoBase64URL } = await import('@simplewebauthn/server/helpers');
  const decoded = decodeAttestationObject(isoBase64URL.toBuffer(response.attestationObject));
  const isSelfSigned = decoded.get('fmt') === 'packed' && !decoded.get('attStmt').get('x5c');
  if (decoded.get('fmt') !== 'none' && !isSelfSigned) throw new Error('An unwanted attestation.');
}

function toCredentials(passkeys: readonly Factor[]) {
  return passkeys.flatMap(({ credentialId, transports }) =>
    credentialId === null ? [] : [{ id: credentialId, transports }],
  );
}

/** The library throws an error for each thing that is wrong with what a client sent. */
async function orUndefined<T>(verify: () => Promise<T>): Promise<T | undefined> {
  return verify().catch(() => undefined);
}
