import { createRequire } from 'node:module';

/** Three bytes a pixel, red first. */
export type Pixels = { data: Uint8Array; width: number; height: number };

/** The part of libheif that we call; the package types another build. */
type Heif = {
  heif_context_alloc(): object;
  heif_context_read_from_memory(context: object, bytes: Uint8Array): { code: object };
  heif_js_context_get_primary_image_handle(context: object): object | undefined;
  heif_image_handle_get_width(handle: object): number;
  heif_image_handle_get_height(handle: object): number;
  heif_js_decode_image2(handle: object, colorspace: object, chroma: object): Decoded | undefined;
  heif_error_code: { heif_error_Ok: object };
  heif_colorspace: { heif_colorspace_RGB: object };
  heif_chroma: { heif_chroma_interleaved_RGB: object };
};

type Channel = Pixels & { stride: number };
/** An error has a code, and no channels. */
type Decoded = { channels?: readonly Channel[] };

/**
 * The pixels of the primary picture, upright. Undefined for a damaged file, and `too large` above
 * `maxPixels`, before they are decoded.
 */
export function decodeHeic(bytes: Buffer, maxPixels: number): Pixels | 'too large' | undefined {
  // Loaded here: other files need none of its 20 MB.
  const heif = createRequire(import.meta.url)('libheif-js/wasm-bundle') as Heif; // untyped
  const context = heif.heif_context_alloc();
  const { code } = heif.heif_context_read_from_memory(context, bytes);
  if (code !== heif.heif_error_code.heif_error_Ok) return undefined;
  const handle = heif.heif_js_context_get_primary_image_handle(context);
  if (handle === undefined || 'code' in handle) return undefined;
  const width = heif.heif_image_handle_get_width(handle);
  if (width * heif.heif_image_handle_get_height(handle) > maxPixels) return 'too large';
  const { heif_colorspace_RGB: colours } = heif.heif_colorspace;
  const { heif_chroma_interleaved_RGB: chroma } = heif.heif_chroma;
  const [channel] = heif.heif_js_decode_image2(handle, colours, chroma)?.channels ?? [];
  return channel && withoutPadding(channel);
}

/** libheif may add bytes to each row. */
function withoutPadding({ data, width, height, stride }: Channel): Pixels {
  const bytes = width * 3;
  if (stride === bytes) return { data, width, height };
  for (let row = 1; row < height; row += 1)
    data.copyWithin(row * bytes, row * stride, row * stride + bytes);
  return { data: data.subarray(0, height * bytes), width, height };
}
