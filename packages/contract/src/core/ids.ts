/**
 * A UUIDv7 (RFC 9562): time-ordered, so that new rows land at the end of an index. Own code because
 * both server and browser mint ids (an entry made offline) and neither Node 20 nor a browser can.
 */
export function newId(now: number = Date.now()): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  new DataView(bytes.buffer).setUint32(0, Math.floor(now / 0x10000));
  new DataView(bytes.buffer).setUint16(4, now % 0x10000);
  bytes[6] = 0x70 | ((bytes[6] ?? 0) & 0x0f);
  bytes[8] = 0x80 | ((bytes[8] ?? 0) & 0x3f);
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

/** Whether a text has the form of an id, for what may not load a schema. */
export function isId(text: string): boolean {
  return /^[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}$/i.test(text);
}
