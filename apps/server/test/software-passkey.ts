import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';

const sha256 = (bytes: string | Buffer): Buffer => createHash('sha256').update(bytes).digest();
const base64url = (bytes: Buffer): string => bytes.toString('base64url');

type Options = { challenge?: unknown };
type Asked = { options: Options; origin: string; rpId: string };

/** An ES256 authenticator at `origin`. `counter` is its next count; 0 for shared passkeys. */
export function aSoftwarePasskey(counter = 0) {
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
