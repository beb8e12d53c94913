/** The part of the XML parser that is used; the package has no types of its own. */
declare module 'saxen' {
  type Decode = (text: string) => string;
  type OnOpenTag = (
    name: string,
    getAttributes: () => Readonly<Record<string, string>>,
    decode: Decode,
    isClosed: boolean,
  ) => void;
  type Parser = {
    on(event: 'openTag', take: OnOpenTag): Parser;
    on(event: 'closeTag', take: (name: string, decode: Decode, isClosed: boolean) => void): Parser;
    on(event: 'text', take: (text: string, decode: Decode) => void): Parser;
    on(event: 'cdata' | 'attention', take: (text: string) => void): Parser;
    on(event: 'error' | 'warn', take: (error: Error) => void): Parser;
    /** Ends the parsing. */
    stop(): void;
    parse(xml: string): Parser;
  };
  export const Parser: new () => Parser;
}
