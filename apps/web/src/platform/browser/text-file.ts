import { detectEncoding } from '@recoup/contract/core/text-decoding';

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

export function decode(bytes: Uint8Array, encoding: Encoding): string {
  return new TextDecoder(encoding).decode(bytes);
}
