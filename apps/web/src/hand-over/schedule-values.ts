import { type HandOverDay, handOverDays, maxDay } from '@recoup/contract/hand-over/days';
import type { HandOver, SavedHandOver } from '@recoup/contract/hand-over/endpoints';
import type { SftpServer } from '@recoup/contract/hand-over/sftp-endpoints';

type Layouts = readonly { _id: string; name: string }[];

const dayNames: Readonly<Record<HandOverDay, string>> = {
  last_working_day: 'On the last working day of the month',
  working_days_before: 'Some working days before the last one',
  first_working_day: 'On the first working day, for the month before',
  day_of_month: 'On a day of the month',
  daily: 'Daily',
};

export const dayOptions = handOverDays.map((value) => ({ value, label: dayNames[value] }));

/** Labels of the number field, for the choices that need a number. */
export const dayLabels: Readonly<Partial<Record<HandOverDay, string>>> = {
  working_days_before: 'Working days before (1 to 10)',
  day_of_month: 'Day of the month (1 to 31)',
};

/** The files of an export; a layout by its id. */
export function fileOptions(layouts: Layouts) {
  return [
    { value: 'csv', label: 'CSV' },
    { value: 'xlsx', label: 'Excel file (XLSX)' },
    ...layouts.map(({ _id, name }) => ({ value: _id, label: name })),
  ];
}

export function placeOptions(servers: readonly SftpServer[]) {
  return [
    ...servers.map(({ _id, name }) => ({ value: _id, label: `SFTP: ${name}` })),
    { value: 'email', label: 'An email address' },
  ];
}

export type ScheduleValues = {
  name: string;
  file: string;
  place: string;
  email: string;
  on: HandOverDay;
  day: string;
  time: string;
  isOn: boolean;
};

export function scheduleValues(
  handOver: HandOver | undefined,
  servers: readonly SftpServer[],
): ScheduleValues {
  if (!handOver)
    return {
      name: '',
      file: 'csv',
      place: servers[0]?._id ?? 'email',
      email: '',
      on: 'last_working_day',
      day: '',
      time: '16:00',
      isOn: true,
    };
  const { name, type, layout, server, email, on, day, time, isOn } = handOver;
  const [file, place] = [layout ?? type, server?._id ?? 'email'];
  return { name, file, place, email: email ?? '', on, day: String(day ?? ''), time, isOn };
}

export function scheduleBody({
  file,
  place,
  email,
  day,
  ...values
}: ScheduleValues): SavedHandOver {
  const isMail = place === 'email';
  return {
    ...values,
    type: file === 'xlsx' ? 'xlsx' : 'csv',
    layout: file === 'csv' || file === 'xlsx' ? null : file,
    server: isMail ? null : place,
    email: isMail ? email : null,
    // An empty field is no 0.
    day: maxDay[values.on] === 0 ? null : Number(day.trim() === '' ? Number.NaN : day),
  };
}
