/** Parts of a Markdown document that `guide-plugin.ts` parses at build time. */
export type Inline = string | { tag: 'strong' | 'code'; text: string };
export type Picture = { src: string; alt: string; width: number; height: number };
export type Block =
  | { tag: 'h2' | 'p'; words: readonly Inline[] }
  | { tag: 'ul' | 'ol'; items: readonly (readonly Inline[])[] }
  | { tag: 'img'; picture: Picture };
export type Guide = { title: string; blocks: readonly Block[] };
