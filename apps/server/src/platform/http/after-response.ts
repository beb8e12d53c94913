import type { ServerResponse } from 'node:http';

/** Work after the response, for which no request waits. */
export type AfterResponse = {
  afterReply(response: ServerResponse, work: () => Promise<void>): void;
  settled(): Promise<void>;
};

/** `work` must not throw. Its time tells the client nothing (research: security.md, T1). */
export function createAfterResponse(): AfterResponse {
  const running = new Set<Promise<void>>();
  return {
    afterReply(response, work) {
      const ended = new Promise<void>((resolve) => {
        if (response.writableFinished || response.destroyed) resolve();
        else response.once('close', resolve).once('finish', resolve);
      });
      const task: Promise<void> = ended.then(work).finally(() => void running.delete(task));
      running.add(task);
    },
    async settled() {
      while (running.size > 0) await Promise.all(running);
    },
  };
}
