import type { ReactNode } from 'react';
import { comboboxProps } from '../../ui/controls/combobox.ts';
import { Field } from '../../ui/form/field.tsx';
import fieldStyles from '../../ui/form/field.module.css';
import listStyles from '../../ui/controls/option-list.module.css';
import { OptionList } from '../../ui/controls/option-list.tsx';
import { useZoneList } from './use-zone-list.ts';
import { zoneName } from './zones.ts';

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
