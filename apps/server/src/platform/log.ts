import { type DestinationStream, type Logger, pino } from 'pino';

/**
 * JSON lines on standard output. A request is logged by its route's pattern alone, so that no e-mail, token or file content
 * can reach a log; of an error only what helps to find it.
 */
export function createLog(destination?: DestinationStream): Logger {
  const options = {
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    serializers: { err: ({ name, message, code, stack }: Error & { code?: string }) => ({ name, message, code, stack }) },
  };
  return destination === undefined ? pino(options) : pino(options, destination);
}
