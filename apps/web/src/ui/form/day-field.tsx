import { type ComponentProps, useState } from 'react';
import { spelledDay } from '../lib/format.ts';
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
