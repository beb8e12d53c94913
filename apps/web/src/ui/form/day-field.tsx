import { type ComponentProps, useState } from 'react';
import { longDate } from '../lib/format.ts';
import { TextField } from './fields.tsx';

/** A day, spelled out below: a browser may show 1 March as 03/01, and money hangs on it. */
export function DayField(props: Omit<ComponentProps<typeof TextField>, 'type'>) {
  const [typed, setTyped] = useState(props.defaultValue);
  return (
    <TextField
      {...props}
      type="date"
      below={spelledDay(String(props.value ?? typed ?? ''))}
      onChange={(event) => {
        setTyped(event.currentTarget.value);
        props.onChange?.(event);
      }}
    />
  );
}

const weekdays = 'Sunday Monday Tuesday Wednesday Thursday Friday Saturday'.split(' ');

/** `Monday, 1 March 2027`; undefined for what is no day. */
export function spelledDay(isoDate: string): string | undefined {
  const date = new Date(`${isoDate}T00:00:00Z`);
  if (Number.isNaN(date.getTime())) return undefined;
  return `${weekdays[date.getUTCDay()]}, ${longDate(isoDate)}`;
}
