import { type ReactNode, useId, useState } from 'react';
import { comboboxProps, onKeys, useInSight } from '../../ui/controls/combobox.ts';
import { Field } from '../../ui/form/field.tsx';
import fieldStyles from '../../ui/form/field.module.css';
import listStyles from '../../ui/controls/option-list.module.css';
import { OptionList } from '../../ui/controls/option-list.tsx';
import { zoneName, findZones, onlyZone } from './zones.ts';

type Props = {
  value: string;
  description?: ReactNode;
  error?: ReactNode;
  onChange: (zone: string) => void;
};

/** Finds a time zone by its name. */
export function ZoneField({ value, onChange, ...field }: Props) {
  const list = useZoneList(onChange);
  const { listId, typed, isOpen, active, zones } = list;
  const isActive = isOpen && zones[active] !== undefined;
  return (
    <Field label="Time zone" {...field}>
      {(wiring) => (
        <div className={listStyles.combobox}>
          <input
            {...wiring}
            {...comboboxProps({
              listId,
              active: isActive ? `${listId}-${active}` : undefined,
              isOpen,
            })}
            className={fieldStyles.control}
            placeholder={zoneName(value)}
            value={typed ?? zoneName(value)}
            onFocus={({ currentTarget }) => currentTarget.select()}
            onClick={list.open}
            onChange={({ currentTarget }) => list.type(currentTarget.value)}
            onKeyDown={list.onKeyDown}
            onBlur={list.leave}
          />
          <OptionList
            {...list}
            label="Time zones"
            options={zones}
            keyOf={(zone) => zone}
            show={zoneName}
            none="No time zone has this name."
            onPoint={list.point}
            onChoose={list.choose}
          />
        </div>
      )}
    </Field>
  );
}

/** `active`: the line that Enter chooses; -1 for none. */
type State = { typed: string | null; isOpen: boolean; active: number };
const closed: State = { typed: null, isOpen: false, active: -1 };

/** The combobox of time zones: text that is no zone is dropped when the field is left. */
function useZoneList(onChoose: (zone: string) => void) {
  const listId = useId();
  const [{ typed, isOpen, active }, setList] = useState(closed);
  const zones = isOpen ? findZones(typed ?? '') : [];
  // On a phone the field may be the last thing that is seen.
  useInSight(isOpen ? listId : '');
  useInSight(`${listId}-${active}`);
  const close = () => setList(closed);
  const open = () => setList((now) => (now.isOpen ? now : { ...closed, isOpen: true }));
  const choose = (zone: string) => {
    close();
    onChoose(zone);
  };
  const point = (line: number) =>
    setList((now) => (now.active === line ? now : { ...now, active: line }));
  const move = (step: number) =>
    isOpen ? point(Math.min(Math.max(active + step, 0), Math.max(zones.length - 1, 0))) : open();
  const type = (text: string) =>
    setList({ typed: text, isOpen: true, active: text === '' ? -1 : 0 });
  const leave = () => {
    const found = typed === null ? undefined : onlyZone(typed);
    if (found === undefined) close();
    else choose(found);
  };
  const chosen = zones[active];
  const onKeyDown = onKeys({
    ArrowDown: () => move(1),
    ArrowUp: () => move(-1),
    ...(isOpen && { Escape: close, Enter: () => chosen !== undefined && choose(chosen) }),
  });
  const state = { listId, typed, isOpen, active, zones };
  return { ...state, open, choose, point, type, leave, onKeyDown };
}
