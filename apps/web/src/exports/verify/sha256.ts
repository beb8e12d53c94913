/** In hex. Throws an Error without https. */
export async function sha256Hex(bytes: ArrayBuffer): Promise<string> {
  if (!('subtle' in crypto))
    throw new Error('The browser computes a hash only over https. Open this page by https.');
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
