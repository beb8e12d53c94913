import type { Readable } from 'node:stream';
import {
  damagedUtf8,
  hasUtf8Letters,
  type TextEncoding,
} from '@recoup/contract/core/text-decoding';
import iconv from 'iconv-lite';
import { AppError, invalidField } from '../core/app-error.ts';
import { createDetectingDecoder, type Decoder } from './detect-encoding.ts';

const encodings: Record<TextEncoding, string> = {
  'utf-8': 'UTF-8',
  'utf-16le': 'UTF-16LE',
  'utf-16be': 'UTF-16BE',
  'windows-1252': 'Windows-1252',
};

/**
 * Decodes a body of `text/csv` by its `charset`, else by detection. Throws `invalid_input` for
 * invalid bytes.
 */
export async function* readBody(
  body: Readable,
  contentType: string | undefined,
): AsyncGenerator<string> {
  const encoding = declaredEncoding(contentType);
  const decoder =
    encoding === undefined ? createDetectingDecoder(createDecoder) : createDecoder(encoding);
  let isEmpty = true;
  for await (const chunk of body) {
    isEmpty = false;
    yield decoder.write(chunk as Buffer); // no encoding is set
  }
  yield decoder.end();
  if (isEmpty) throw unreadable('The file is empty.');
}

/** Undefined to detect it: `utf-16` leaves it to the byte order mark. */
function declaredEncoding(contentType: string | undefined): TextEncoding | undefined {
  const named = /;\s*charset="?([\w-]+)"?/i.exec(contentType ?? '')?.[1]?.toLowerCase();
  if (named === undefined || named === 'utf-16') return undefined;
  if (Object.hasOwn(encodings, named)) return named as TextEncoding; // just looked up
  throw unreadable(
    `The encoding "${named.slice(0, 40)}" is not known. ` +
      'Send the file as UTF-8, UTF-16LE or Windows-1252.',
  );
}

function createDecoder(encoding: TextEncoding): Decoder {
  if (encoding === 'windows-1252') return createWindowsDecoder();
  const decoder = new TextDecoder(encoding, { fatal: true });
  const decode = (chunk?: Buffer) => {
    try {
      return chunk ? decoder.decode(chunk, { stream: true }) : decoder.decode();
    } catch {
      if (encoding === 'utf-8') throw unreadable(`${damagedUtf8} ${advice}`);
      throw unreadable(`The file is not ${encodings[encoding]}. Save it again as CSV UTF-8.`);
    }
  };
  return { write: decode, end: () => decode() };
}

const advice = 'Of a file that is wholly Windows-1252, say "text/csv; charset=windows-1252".';

/** Throws `invalid_input` for letters of UTF-8 in a text, which would be stored as `Ã©`. */
function createWindowsDecoder(): Decoder {
  const decoder = iconv.getDecoder('windows-1252');
  let last: Buffer = Buffer.alloc(0);
  let isText = true;
  return {
    write(chunk) {
      // A letter may begin in the chunk before.
      const joined = Buffer.concat([last, chunk.subarray(0, 2)]);
      isText &&= !chunk.includes(0);
      if (isText && (hasUtf8Letters(joined) || hasUtf8Letters(chunk)))
        throw unreadable(damagedUtf8);
      last = Buffer.concat([last, chunk.subarray(-2)]).subarray(-2);
      return decoder.write(chunk);
    },
    end: () => decoder.end() ?? '',
  };
}

function unreadable(message: string): AppError {
  return invalidField('fileStream', message);
}
