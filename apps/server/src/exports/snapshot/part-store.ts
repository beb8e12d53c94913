import type { SpooledFile } from '../../platform/http/bodies/spooled-file.ts';

/** The compressed parts of an export until its transaction can insert them. */
export type PartStore = {
  readonly count: number;
  add(content: Buffer): Promise<void>;
  read(position: number): Promise<Buffer>;
  close(): Promise<void>;
};

/** Bytes of a store in memory; most exports need no file. */
const maxInMemory = 1 << 20;

/** `openFile` throws as the spool does. */
export function createPartStore(openFile: () => Promise<SpooledFile>): PartStore {
  const parts: (Buffer | { start: number; end: number })[] = [];
  let file: SpooledFile | undefined;
  let inMemory = 0;
  return {
    get count() {
      return parts.length;
    },
    async add(content) {
      if (inMemory + content.length <= maxInMemory) {
        inMemory += content.length;
        parts.push(content);
        return;
      }
      file ??= await openFile();
      const start = file.bytes;
      await file.write(content);
      parts.push({ start, end: file.bytes });
    },
    async read(position) {
      const part = parts[position];
      if (Buffer.isBuffer(part)) return part;
      const pieces: Buffer[] = [];
      if (part && file) for await (const piece of file.part(part)) pieces.push(piece);
      return Buffer.concat(pieces);
    },
    close: async () => file?.close(),
  };
}
