import type { ComponentProps, ReactNode } from 'react';
import { comboboxOf } from '../../ui/controls/combobox.ts';
import { Field } from '../../ui/form/field.tsx';
import fieldStyles from '../../ui/form/field.module.css';
import { cx } from '../../ui/lib/class-names.ts';
import listStyles from '../../entries/matter-search/matter-search.module.css';
import { useZoneList, type ZoneList } from './use-zone-list.ts';
import styles from './zone-field.module.css';
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
        <div className={listStyles.search}>
          <input
            {...wiring}
            {...comboboxOf({
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
          <Zones list={list} />
        </div>
      )}
    </Field>
  );
}

/** Always in the document, so that the input controls something. */
function Zones({ list: { listId, isOpen, active, zones, choose, point } }: { list: ZoneList }) {
  return (
    <>
      <div {...listbox} id={listId} className={listStyles.list} hidden={!isOpen}>
        {zones.map((zone, line) => (
          <Zone
            key={zone}
            id={`${listId}-${line}`}
            zone={zone}
            isActive={line === active}
            onMouseMove={() => point(line)}
            onChoose={() => choose(zone)}
          />
        ))}
      </div>
      {isOpen && zones.length === 0 && (
        <output className={listStyles.none}>No time zone has this name.</output>
      )}
    </>
  );
}

const listbox = { role: 'listbox', 'aria-label': 'Time zones' } as const;

type ZoneProps = Pick<ComponentProps<'div'>, 'id' | 'onMouseMove'> & {
  zone: string;
  isActive: boolean;
  onChoose: () => void;
};

/** The keys are handled by the input, which keeps the focus. */
function Zone({ id, zone, isActive, onMouseMove, onChoose }: ZoneProps) {
  const option: ComponentProps<'div'> = {
    role: 'option',
    'aria-selected': isActive,
    onMouseMove,
    onMouseDown: (event) => {
      event.preventDefault();
      onChoose();
    },
  };
  return (
    <div {...option} id={id} className={cx(styles.zone, isActive && styles.active)}>
      {zoneName(zone)}
    </div>
  );
}
