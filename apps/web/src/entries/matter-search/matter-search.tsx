import type { ComponentProps, ReactNode } from 'react';
import { comboboxProps } from '../../ui/controls/combobox.ts';
import { Field } from '../../ui/form/field.tsx';
import fieldStyles from '../../ui/form/field.module.css';
import type { MatterChoice } from '../form/matter-choice.ts';
import listStyles from '../../ui/controls/option-list.module.css';
import { type List, type ListOptions, useMatterList } from './use-matter-list.ts';
import { Choices } from './matter-choices.tsx';

type Props = {
  value: MatterChoice | null;
  error?: string | undefined;
  below?: ReactNode;
  isRequired?: boolean;
} & Omit<ListOptions, 'hasMatter'>;

/** Finds a matter by number, client or description. Recent matters come first. */
export function MatterSearch(props: Props) {
  const { value, error, below, isRequired = true, ...typing } = props;
  const list = useMatterList({ hasMatter: value !== null, ...typing });
  return (
    <Field label="Matter" error={error} below={below} isRequired={isRequired}>
      {(wiring) => (
        <div className={listStyles.combobox}>
          <MatterInput
            {...wiring}
            matters={list}
            chosen={value === null ? '' : `${value.number} · ${value.name}`}
          />
          <Choices list={list} />
        </div>
      )}
    </Field>
  );
}

function MatterInput({
  matters,
  chosen,
  ...rest
}: ComponentProps<'input'> & { matters: List; chosen: string }) {
  const { listId, typed, isOpen, active, choices } = matters;
  return (
    <input
      {...rest}
      {...comboboxProps({
        listId,
        active: isOpen && choices[active] ? `${listId}-${active}` : undefined,
        isOpen,
      })}
      {...inDialog(isOpen)}
      className={fieldStyles.control}
      placeholder="Number, client or description"
      value={typed ?? chosen}
      onFocus={(event) => event.currentTarget.select()}
      onClick={matters.open}
      onChange={(event) => matters.type(event.currentTarget.value)}
      onKeyDown={matters.onKeyDown}
      onBlur={matters.leave}
    />
  );
}

/** The dialog's first focus. Escape closes only the list, not the dialog around it. */
function inDialog(isOpen: boolean) {
  return { 'data-autofocus': true, ...(isOpen && { 'data-takes-escape': true }) };
}
