import { damagedUtf8, detectEncoding } from '@recoup/contract/core/text-decoding';

export type Encoding = ReturnType<typeof detectEncoding>;

/** Reads a chosen file. Throws with a message for the user if it is gone. */
export async function readFile(file: File): Promise<{ bytes: Uint8Array; encoding: Encoding }> {
  try {
    const bytes = new Uint8Array(await file.arrayBuffer());
    return { bytes, encoding: detectEncoding(bytes) };
  } catch (cause) {
    // It was moved, changed or deleted since it was chosen.
    throw new Error('The file could not be read. Please choose it again.', { cause });
  }
}

/**
 * Throws with a message for the user if it is damaged UTF-8. `keepsMark`: the byte order mark is
 * the first character, so that the server knows the bytes.
 */
export function decode(
  bytes: Uint8Array,
  encoding: Encoding,
  { keepsMark: ignoreBOM = false }: { keepsMark?: boolean } = {},
): string {
  try {
    return new TextDecoder(encoding, { fatal: encoding === 'utf-8', ignoreBOM }).decode(bytes);
  } catch (cause) {
    throw new Error(damagedUtf8, { cause });
  }
}
