import { z } from 'zod';
import { defineEndpoints } from '../core/endpoint.ts';
import { dataReply, id, itemsPerPage, listReply, page, text } from '../core/fields.ts';
import { handOverTime } from './endpoints.ts';
import { isWorkingDay } from '../month-end/working-days.ts';
import { southAfrican } from './days.ts';

const intakeDays = ['daily', 'working_days'] as const;
export type IntakeDay = (typeof intakeDays)[number];

/** The first time after a moment, `HH:MM` in South Africa. */
export function nextIntakeTime(
  { days, time }: { days: IntakeDay; time: string },
  after: Date,
): Date {
  for (let ahead = 0; ; ahead += 1) {
    const day = southAfrican(new Date(after.getTime() + ahead * dayMs));
    const at = new Date(`${day}T${time}:00+02:00`);
    if (at > after && (days === 'daily' || isWorkingDay(day))) return at;
  }
}

const dayMs = 86_400_000;

/** Bounds of one run, and of the stored runs. */
export const intakeLimits = { filesPerRun: 20, filesInFolder: 5_000, keptRuns: 100 } as const;

const named = z.object({ _id: z.string(), name: z.string() });

/** From where, which and when files of matters are imported on schedule. */
const matterIntake = z
  .object({
    server: named,
    folder: z.string(),
    pattern: z.string(),
    days: z.enum(intakeDays),
    time: z.string(),
    isOn: z.boolean(),
    by: named.meta({ description: 'Who saved it last: it runs in this firm admin’s name.' }),
    nextAt: z.string().nullable().meta({ description: 'Null while it is off.' }),
    problem: z.string().nullable().meta({
      description: 'Why the last try of a run that is tried again failed.',
    }),
  })
  .meta({ id: 'MatterIntake' });
export type MatterIntake = z.infer<typeof matterIntake>;

const patternForm = 'Must be the name of a file without a path; * stands for any letters.';

export const savedIntake = z.strictObject({
  server: id,
  folder: text({ max: 500 }).default('').meta({ description: 'Empty for that of the server.' }),
  pattern: text({ min: 1, max: 100, required: 'Enter the names of files, such as *.csv.' })
    .regex(/^[^/\\]+$/, patternForm)
    .default('*.csv'),
  days: z.enum(intakeDays, `Must be ${intakeDays.join(' or ')}.`).default('working_days'),
  time: handOverTime,
  isOn: z.boolean('Must be true or false.').default(true),
});
export type SavedIntake = z.output<typeof savedIntake>;

/** `imported`: all of it. `refused`: nothing of it; `message` says why. */
const takenFile = z.object({
  name: z.string(),
  state: z.enum(['imported', 'refused']),
  message: z.string(),
  movedTo: z.string().nullable().meta({
    description: 'The folder that it was moved to; null where it is still in its folder.',
  }),
});
export type TakenFile = z.infer<typeof takenFile>;

/** `failed`: the folder could not be read; `message` says why. `empty`: there was no new file. */
const intakeStates = ['done', 'empty', 'failed'] as const;
const intakeRun = z
  .object({
    _id: z.string(),
    startedAt: z.string(),
    state: z.enum(intakeStates),
    message: z.string().nullable(),
    files: z.array(takenFile),
  })
  .meta({ id: 'MatterIntakeRun' });
export type IntakeRun = z.infer<typeof intakeRun>;

const intakeTest = z
  .object({
    isWorking: z.boolean(),
    message: z.string(),
    files: z.array(z.string()).meta({ description: 'The next files, the oldest first.' }),
    fileCount: z.int().nullable().meta({ description: 'Null where the folder was not read.' }),
  })
  .meta({ id: 'MatterIntakeTest' });
export type IntakeTest = z.infer<typeof intakeTest>;

const reply = dataReply(matterIntake.nullable()).meta({ id: 'MatterIntakeReply' });

export const intakeEndpoints = defineEndpoints({
  getIntake: {
    call: 'GET /matter-intake',
    may: 'hand-overs:read',
    summary: 'The folder from which files of matters are imported on schedule; null without one',
    replies: { 200: reply },
  },
  saveIntake: {
    call: 'PUT /matter-intake',
    may: 'hand-overs:write',
    summary: 'Import files of matters from a folder on schedule, in the own name',
    body: savedIntake,
    replies: { 200: reply },
  },
  deleteIntake: {
    call: 'DELETE /matter-intake',
    may: 'hand-overs:write',
    summary: 'End the import on schedule; its runs stay',
    replies: { 200: reply },
  },
  testIntake: {
    call: 'POST /matter-intake/tests',
    may: 'hand-overs:write',
    summary: 'Connect and name the files that the next run takes; imports nothing',
    body: savedIntake.pick({ server: true, folder: true, pattern: true }),
    replies: { 200: dataReply(intakeTest).meta({ id: 'MatterIntakeTestReply' }) },
    errors: ['held'],
  },
  runIntake: {
    call: 'POST /matter-intake/runs',
    may: 'hand-overs:write',
    summary: 'Run the import now, as if this were its time',
    replies: { 200: reply },
    errors: ['conflict', 'held'],
  },
  listIntakeRuns: {
    call: 'GET /matter-intake/runs',
    may: 'hand-overs:read',
    summary: 'The runs of the import on schedule, the latest first',
    query: z.strictObject({ page: page.optional(), itemsPerPage: itemsPerPage.optional() }),
    replies: { 200: listReply(intakeRun).meta({ id: 'MatterIntakeRunList' }) },
  },
});
