/** The part of the XML parser that is used; the package has no types of its own. */
declare module 'saxen' {
  type Decode = (text: string) => string;
  export class Parser {
    on(event: 'openTag', take: OnOpenTag): this;
    on(event: 'closeTag', take: (name: string, decode: Decode, isClosed: boolean) => void): this;
    on(event: 'text', take: (text: string, decode: Decode) => void): this;
    on(event: 'cdata' | 'attention', take: (text: string) => void): this;
    on(event: 'error', take: (error: Error) => void): this;
    parse(xml: string): this;
  }
  type OnOpenTag = (name: string, attributes: unknown, decode: Decode, isClosed: boolean) => void;
}
