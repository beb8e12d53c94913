export type Received = {
  readonly from: string;
  readonly to: string[];
  readonly bytes: Buffer;
};
/** How the server treats the next connection: as a good one, or as one of those that mail meets in the world. */
export type Manner = 'takes' | 'refuses' | 'bounces' | 'delays' | 'dawdles' | 'drops';
export type SmtpSink = {
  readonly url: string;
  readonly received: Received[];
  behave(manner: Manner): void;
  close(): Promise<void>;
};
/** A real SMTP server on the loopback address. */
export declare function startSmtp(port?: number): Promise<SmtpSink>;
