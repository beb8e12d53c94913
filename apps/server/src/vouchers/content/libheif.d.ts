/** The part of libheif that we call; its own types are of another build. */
declare module 'libheif-js/libheif-wasm/libheif-bundle.mjs' {
  type Opaque = object;
  type Channel = { data: Uint8Array; width: number; height: number; stride: number };
  type Heif = {
    heif_context_alloc(): Opaque;
    heif_context_read_from_memory(context: Opaque, bytes: Uint8Array): { code: Opaque };
    heif_js_context_get_primary_image_handle(context: Opaque): Opaque | undefined;
    heif_image_handle_get_width(handle: Opaque | undefined): number;
    heif_image_handle_get_height(handle: Opaque | undefined): number;
    heif_js_decode_image2(
      handle: Opaque | undefined,
      colorspace: Opaque,
      chroma: Opaque,
    ): { channels: readonly Channel[] };
    heif_error_code: { heif_error_Ok: Opaque };
    heif_colorspace: { heif_colorspace_RGB: Opaque };
    heif_chroma: { heif_chroma_interleaved_RGB: Opaque };
  };
  export default function libheif(): Promise<Heif>;
}
