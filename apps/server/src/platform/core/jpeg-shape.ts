/** From a JPEG file's markers, without decoding pixels. */
export type JpegShape = {
  width: number;
  height: number;
  /** With several, a decoder holds the whole picture and passes over it once for each. */
  scans: number;
  isProgressive: boolean;
};

type Segment = { code: number; body: Buffer; end: number };

const startOfImage = 0xd8;
const endOfImage = 0xd9;
const startOfScan = 0xda;
/** Baseline, extended and progressive with Huffman codes; browsers decode no others. */
const frames = new Set([0xc0, 0xc1, 0xc2]);
const progressiveFrame = 0xc2;
/** 0xC4, 0xC8 and 0xCC are tables. */
const otherFrames = new Set([0xc3, 0xc5, 0xc6, 0xc7, 0xc9, 0xca, 0xcb, 0xcd, 0xce, 0xcf]);
/** More than any camera or editor writes. */
const maxSegments = 1000;

/**
 * Walks from marker to marker (ITU T.81, annex B) to the end of the image, in linear time. Returns
 * undefined unless the file begins with one complete JPEG of one frame.
 */
export function readJpegShape(bytes: Buffer): JpegShape | undefined {
  if (bytes[0] !== 0xff || bytes[1] !== startOfImage) return undefined;
  let shape: JpegShape | undefined;
  let at = 2;
  for (let count = 0; count < maxSegments; count += 1) {
    const segment = segmentAt(bytes, at);
    if (!segment) return undefined;
    if (segment.code === endOfImage) return isComplete(shape) ? shape : undefined;
    if (isMisplaced(segment, shape)) return undefined;
    shape = withSegment(shape, segment);
    at = segment.end;
  }
  return undefined;
}

/** A second frame, or a scan before the first. */
function isMisplaced({ code }: Segment, shape: JpegShape | undefined): boolean {
  return shape ? frames.has(code) : code === startOfScan;
}

function withSegment(shape: JpegShape | undefined, segment: Segment): JpegShape | undefined {
  if (frames.has(segment.code)) return readFrame(segment);
  return shape && segment.code === startOfScan ? { ...shape, scans: shape.scans + 1 } : shape;
}

function isComplete(shape: JpegShape | undefined): boolean {
  return shape !== undefined && shape.scans > 0 && shape.width > 0 && shape.height > 0;
}

function readFrame({ code, body }: Segment): JpegShape | undefined {
  if (body.length < 6) return undefined;
  return {
    height: body.readUInt16BE(1),
    width: body.readUInt16BE(3),
    scans: 0,
    isProgressive: code === progressiveFrame,
  };
}

/** A scan's segment includes its coded data. */
function segmentAt(bytes: Buffer, start: number): Segment | undefined {
  if (bytes[start] !== 0xff) return undefined;
  let at = start + 1;
  while (bytes[at] === 0xff) at += 1;
  const code = bytes[at];
  if (code === endOfImage) return { code, body: bytes.subarray(at, at), end: at + 1 };
  if (code === undefined || !isSupported(code) || at + 3 > bytes.length) return undefined;
  const length = bytes.readUInt16BE(at + 1);
  const end = at + 1 + length;
  if (length < 2 || end > bytes.length) return undefined;
  return {
    code,
    body: bytes.subarray(at + 3, end),
    end: code === startOfScan ? endOfScan(bytes, end) : end,
  };
}

/** A segment with a length, and of no unsupported frame. */
function isSupported(code: number): boolean {
  return code >= 0xc0 && code !== startOfImage && !isRestart(code) && !otherFrames.has(code);
}

function isRestart(code: number): boolean {
  return code >= 0xd0 && code <= 0xd7;
}

/** In coded data 0x00 or a restart marker follows 0xFF; anything else is the next segment. */
function endOfScan(bytes: Buffer, start: number): number {
  for (let at = bytes.indexOf(0xff, start); at !== -1; at = bytes.indexOf(0xff, at + 1)) {
    const next = bytes[at + 1];
    if (next === undefined) return bytes.length;
    if (next !== 0 && next !== 0xff && !isRestart(next)) return at;
  }
  return bytes.length;
}
