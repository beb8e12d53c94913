import { Logger } from 'graphile-worker';

/** The job queue tells its every step; only what needs somebody is passed on (see `startJobs`). */
export const quietLogger = new Logger(() => () => {});
