import { describe, expect, it } from 'vitest';
import { useApp } from '../../test/app.ts';
import { password } from '../../test/passwords.ts';
import { codeOf, factorRequests } from '../../test/second-factors.ts';
import { buildApp } from '../app.ts';
import { testSecretKey } from '../../test/secret-key.ts';
import { callApi } from '../../test/api.ts';
import { findRelyingParty, requirePlainAttestation } from './passkeys.ts';
import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';

const sha256 = (bytes: string | Buffer): Buffer => createHash('sha256').update(bytes).digest();
const base64url = (bytes: Buffer): string => bytes.toString('base64url');

type Options = { challenge?: unknown };
type Asked = { options: Options; origin: string; rpId: string };

/** An ES256 authenticator at `origin`. `counter` is its next count; 0 for shared passkeys. */
function aSoftwarePasskey(counter = 0) {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const jwk = publicKey.export({ format: 'jwk' });
  const id = randomBytes(16);
  const state = { counter };
  const coordinate = (value: string | undefined) => Buffer.from(value ?? '', 'base64url');
  const coseKey = cbor(
    new Map<number, CborValue>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, coordinate(jwk.x)],
      [-3, coordinate(jwk.y)],
    ]),
  );
  const clientData = (type: string, { options, origin }: Asked): Buffer =>
    Buffer.from(JSON.stringify({ type, challenge: options.challenge, origin, crossOrigin: false }));
  /** Flags: 1 the user was there, 64 a key follows. Without 4: the user was not verified. */
  const authenticatorData = (rpId: string, flags: number, rest: Buffer): Buffer => {
    const count = Buffer.alloc(4);
    count.writeUInt32BE(state.counter);
    return Buffer.concat([sha256(rpId), Buffer.from([flags]), count, rest]);
  };
  return {
    id: base64url(id),
    state,
    register(requested: Asked, fmt = 'none') {
      const length = Buffer.alloc(2);
      length.writeUInt16BE(id.length);
      const attested = Buffer.concat([Buffer.alloc(16), length, id, coseKey]);
      const attestationObject = cbor(
        new Map<string, CborValue>([
          ['fmt', fmt],
          ['attStmt', new Map()],
          ['authData', authenticatorData(requested.rpId, 65, attested)],
        ]),
      );
      return {
        id: base64url(id),
        rawId: base64url(id),
        type: 'public-key',
        clientExtensionResults: {},
        response: {
          clientDataJSON: base64url(clientData('webauthn.create', requested)),
          attestationObject: base64url(attestationObject),
          transports: ['internal', 'hybrid'],
        },
      };
    },
    authenticate(request: Asked) {
      const data = authenticatorData(request.rpId, 1, Buffer.alloc(0));
      const client = clientData('webauthn.get', request);
      const signature = sign('sha256', Buffer.concat([data, sha256(client)]), privateKey);
      return {
        id: base64url(id),
        rawId: base64url(id),
        type: 'public-key',
        clientExtensionResults: {},
        response: {
          clientDataJSON: base64url(client),
          authenticatorData: base64url(data),
          signature: base64url(signature),
        },
      };
    },
  };
}

type CborValue = number | string | Buffer | Map<number, CborValue> | Map<string, CborValue>;

/** RFC 8949, as far as an authenticator needs it. */
function cbor(value: CborValue): Buffer {
  if (typeof value === 'number') return value >= 0 ? head(0, value) : head(1, -1 - value);
  if (typeof value === 'string') return Buffer.concat([head(3, value.length), Buffer.from(value)]);
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value]);
  const pairs = [...value].flatMap(([key, inner]) => [cbor(key), cbor(inner)]);
  return Buffer.concat([head(5, value.size), ...pairs]);
}

function head(major: number, count: number): Buffer {
  if (count < 24) return Buffer.from([(major << 5) | count]);
  return count < 256
    ? Buffer.from([(major << 5) | 24, count])
    : Buffer.from([(major << 5) | 25, count >> 8, count & 255]);
}

const origin = 'https://recoup.venter.co.za:8443';
const rpId = 'recoup.venter.co.za';
const test = useApp({ publicUrl: origin });
const { begin, confirm, ask, complete, addApp, send } = factorRequests(test);

async function someone() {
  const user = await test.anAdmin({ password });
  return { ...user, token: await test.signIn(user) };
}

/** A user whose only second factor is this passkey. */
async function anOwner(passkey = aSoftwarePasskey()) {
  const owner = await someone();
  const { _id, options } = await begin(owner.token, { kind: 'passkey', name: 'Laptop' });
  const response = passkey.register({ options, origin, rpId });
  expect(await confirm(owner.token, _id, { response })).toAnswer(200, {
    data: { recoveryCodes: expect.any(Array) },
  });
  return { ...owner, passkey, factorId: _id };
}

describe('B14, rule 7: a passkey', () => {
  it('is registered and signs in, without a check of who touched it', async () => {
    const { email, token, passkey } = await anOwner();
    const list = (await send('GET /second-factors', { token }, 200)).json();
    expect(list).toMatchObject({
      data: [{ kind: 'passkey', name: 'Laptop' }],
      arePasskeysPossible: true,
      recoveryCodesLeft: 10,
    });
    const { challenge, methods, options = {} } = await ask(email);
    expect(methods).toEqual(['passkey', 'recovery']);
    expect(options).toMatchObject({
      rpId,
      userVerification: 'preferred',
      allowCredentials: [{ id: passkey.id, transports: ['internal', 'hybrid'] }],
    });
    const response = passkey.authenticate({ options, origin, rpId });
    expect(await complete({ challenge, response })).toAnswer(200);
  });

  it.each([
    ['another host', 'https://recoup.vent3r.co.za:8443', 'recoup.vent3r.co.za'],
    ['another port', 'https://recoup.venter.co.za', rpId],
    ['http', 'http://recoup.venter.co.za:8443', rpId],
    ['another host for the same page', origin, 'venter.co.za'],
  ])('of %s is refused, at both steps', async (_, from, at) => {
    const { token } = await someone();
    const begun = await begin(token, { kind: 'passkey' });
    const stray = aSoftwarePasskey().register({ options: begun.options, origin: from, rpId: at });
    expect(await confirm(token, begun._id, { response: stray })).toAnswer(400, {
      code: 'wrong_code',
    });
    const { email, passkey } = await anOwner();
    const { challenge, options = {} } = await ask(email);
    const response = passkey.authenticate({ options, origin: from, rpId: at });
    expect(await complete({ challenge, response })).toAnswer({ code: 'wrong_code' });
  });

  it('works for one challenge alone, of this sign-in', async () => {
    const { email, passkey } = await anOwner();
    const [one, two] = [await ask(email), await ask(email)];
    const response = passkey.authenticate({ options: one.options ?? {}, origin, rpId });
    expect(await complete({ challenge: two.challenge, response })).toAnswer({ code: 'wrong_code' });
    expect(await complete({ challenge: one.challenge, response })).toAnswer(200);
    expect(await complete({ challenge: one.challenge, response })).toAnswer({
      code: 'challenge_ended',
    });
  });

  it('is begun again after a response that was not right', async () => {
    const { token } = await someone();
    const { _id, options } = await begin(token, { kind: 'passkey' });
    const passkey = aSoftwarePasskey();
    const elsewhere = passkey.register({ options, origin: 'https://evil.co.za', rpId });
    expect(await confirm(token, _id, { response: elsewhere })).toAnswer(400);
    const response = passkey.register({ options, origin, rpId });
    expect(await confirm(token, _id, { response })).toAnswer(409, {
      code: 'conflict',
      message: /Begin it again/,
    });
    expect(await confirm(token, _id, { code: '123456' })).toAnswer({
      fields: { response: expect.any(String) },
    });
  });

  it('is refused with a certificate, which nobody asked for', async () => {
    const { token } = await someone();
    const { _id, options } = await begin(token, { kind: 'passkey' });
    const response = aSoftwarePasskey().register({ options, origin, rpId }, 'android-key');
    expect(await confirm(token, _id, { response })).toAnswer({ code: 'wrong_code' });
    await expect(requirePlainAttestation(response)).rejects.toThrow('unwanted attestation');
    const plain = aSoftwarePasskey().register({ options, origin, rpId });
    await expect(requirePlainAttestation(plain)).resolves.toBeUndefined();
  });

  it.each([
    ['stays at 0', 0, 0, 200],
    ['grows', 5, 6, 200],
    ['stays as it is', 5, 5, 200],
    ['goes back', 5, 4, 400],
    ['goes back to 0', 5, 0, 400],
  ])('whose counter %s is answered so', async (_, first, next, status) => {
    const { email, passkey } = await anOwner(aSoftwarePasskey(first));
    passkey.state.counter = next;
    const { challenge, options = {} } = await ask(email);
    const response = passkey.authenticate({ options, origin, rpId });
    expect(await complete({ challenge, response })).toAnswer(status);
  });

  it('of another user is refused', async () => {
    const [mine, theirs] = [await anOwner(), await anOwner()];
    const { challenge, options = {} } = await ask(mine.email);
    const response = theirs.passkey.authenticate({ options, origin, rpId });
    expect(await complete({ challenge, response })).toAnswer({ code: 'wrong_code' });
    const forged = { ...response, id: mine.passkey.id, rawId: mine.passkey.id };
    expect(await complete({ challenge, response: forged })).toAnswer({ code: 'wrong_code' });
  });

  it('is not offered again to the device that has it, and stands beside an app', async () => {
    const { token, email, passkey } = await anOwner();
    const { options } = await begin(token, { kind: 'passkey' });
    expect(options).toMatchObject({
      rp: { id: rpId, name: 'Recoup' },
      excludeCredentials: [{ id: passkey.id }],
      attestation: 'none',
      authenticatorSelection: { userVerification: 'preferred' },
    });
    const { secret } = await addApp(token);
    const { challenge, methods } = await ask(email);
    expect(methods).toEqual(['totp', 'passkey', 'recovery']);
    const code = codeOf(secret, test.clock.now());
    expect(await complete({ challenge, code })).toAnswer(200);
  });

  it.each([
    ['nothing', {}],
    ['half a response', { id: 'x', type: 'public-key', response: {} }],
    ['numbers', { id: 'x', type: 'public-key', rawId: 7, response: { clientDataJSON: 7 } }],
    ['no JSON', { id: 'x', rawId: 'x', type: 'public-key', response: { clientDataJSON: '!' } }],
  ])('made of %s gets a 400', async (_, response) => {
    const { token, email } = await anOwner();
    const { _id } = await begin(token, { kind: 'passkey' });
    expect(await confirm(token, _id, { response })).toAnswer(400);
    const { challenge } = await ask(email);
    expect(await complete({ challenge, response })).toAnswer(400);
  });
});

it('keeps the recovery codes of a passkey where the address of Recoup has changed', async () => {
  const { email } = await anOwner();
  const moved = await buildApp({
    db: test.db,
    clock: test.clock,
    publicUrl: 'https://recoup.example.org',
    secretKey: testSecretKey,
  });
  const reply = await callApi(moved, 'POST /logon', {
    body: { email, password },
    from: '10.1.2.3',
  });
  expect(reply).toAnswer(401, { methods: ['recovery'] });
  await moved.close();
});

it.each([
  ['https://recoup.venter.co.za', 'recoup.venter.co.za'],
  ['http://localhost:3000', 'localhost'],
  ['http://recoup.venter.co.za', undefined],
  ['https://192.0.2.7', undefined],
  ['https://[2001:db8::1]', undefined],
  ['http://127.0.0.1:3000', undefined],
])('takes passkeys at %s for %s', (publicUrl, id) => {
  expect(findRelyingParty(publicUrl)?.id).toBe(id);
});

it('says where there are none', async () => {
  const app = await buildApp({ db: test.db, clock: test.clock, publicUrl: 'http://10.0.0.5:3000' });
  const { token } = await someone();
  const request = { token, body: { kind: 'passkey' } };
  expect(await callApi(app, 'POST /second-factors', request)).toAnswer(409, {
    code: 'conflict',
    message: expect.stringContaining('https://'),
  });
  expect(await callApi(app, 'GET /second-factors', { token })).toAnswer({
    arePasskeysPossible: false,
  });
  await app.close();
});
