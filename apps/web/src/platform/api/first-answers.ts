/** The parts of an answer that the client reads. */
export type Answer = Pick<Response, 'headers' | 'json' | 'ok' | 'status'>;

/** The requests of the script in index.html (apps/web/first-requests-plugin.ts). */
export type FirstAnswers = {
  /** The address for which they were requested ahead. */
  next?: string | undefined;
  /** Differs between releases of the page. */
  release: string;
  /** How many writes the page has sent, and how many were answered or have failed. */
  writes: { begun: number; ended: number };
  /** Lists the requests of what the page of an address shows first. */
  list: (address: Pick<Location, 'pathname' | 'search'>) => string[];
  /** Requests what the page of an address shows first. */
  ask: (address: Pick<Location, 'pathname' | 'search'>) => void;
  /** Names the files of its page. */
  files: (pathname: string) => string[];
  /** Loads them. */
  load: (pathname: string) => void;
  /** Takes the reply to a GET, if it is good and has arrived; else undefined. */
  take: (address: string, token: string | null) => unknown;
  /** Takes the answer to a request that was sent before its page was drawn, or sends it. */
  send: (address: string, init: RequestInit, token: string | null) => Promise<Answer>;
  /** Called at each navigation to another address: what was not taken may be old. */
  drop: () => void;
  /** Called before each write, which changes what was taken too; returns what to call after it. */
  beginWrite: () => () => void;
};

export function firstAnswers(): FirstAnswers | undefined {
  return (globalThis as { firstAnswers?: FirstAnswers }).firstAnswers; // by that script
}
