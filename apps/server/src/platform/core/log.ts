import { type DestinationStream, type Logger, pino } from 'pino';

export const logLevels = ['error', 'warn', 'info', 'debug'] as const;
export type LogLevel = (typeof logLevels)[number];

/**
 * JSON lines on standard output. A request is logged by its route's pattern alone, so that no e-mail, token or file content
 * can reach a log; of an error only what helps to find it.
 */
export function createLog(
  given: { destination?: DestinationStream; level?: LogLevel } = {},
): Logger {
  const { destination, level = 'info' } = given;
  const options = {
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    serializers: {
      err: ({ name, message, code, stack }: Error & { code?: string }) => ({
        name,
        message,
        code,
        stack,
      }),
    },
  };
  return destination ? pino(options, destination) : pino(options);
}

type Told = { info(fields: object, message: string): void };
/** As much of a logger as evidence needs. */
export type LoggerFactory = { child(bindings: object, options: { level: LogLevel }): Told };

/** Evidence is written down whatever level was asked for. */
export function alwaysInfo(log: LoggerFactory): Told {
  return log.child({}, { level: 'info' });
}
