import { type DestinationStream, type Logger, pino } from 'pino';

export const logLevels = ['error', 'warn', 'info', 'debug'] as const;
export type LogLevel = (typeof logLevels)[number];

/**
 * JSON lines on standard output, with patterns of routes and safe parts of errors alone: no email,
 * token or file content.
 */
export function createLog({
  destination,
  level = 'info',
}: {
  destination?: DestinationStream;
  level?: LogLevel;
} = {}): Logger {
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

type InfoLogger = { info(fields: object, message: string): void };
export type LoggerFactory = { child(bindings: object, options: { level: LogLevel }): InfoLogger };

/** Evidence is logged at every log level. */
export function alwaysInfo(log: LoggerFactory): InfoLogger {
  return log.child({}, { level: 'info' });
}
