import { type DisbursementType, isCallTitle } from '@recoup/contract/disbursements/endpoints';
import { toCents } from '@recoup/contract/core/money';
import { paths } from '../platform/browser/paths.ts';
import { PencilIcon } from '../ui/controls/icons.tsx';
import { ReadOnlyCheckbox } from '../ui/controls/read-only-checkbox.tsx';
import { Tag } from '../ui/feedback/tag.tsx';
import type { Column } from '../ui/list/column.ts';
import { RowAction } from '../ui/list/row-action.tsx';
import { priceText } from './unit-price-text.ts';

export const columns: readonly Column<DisbursementType>[] = [
  { key: 'number', title: '#', isRowNumber: true, cell: (_, number) => number },
  {
    key: 'title',
    title: 'Name',
    isTitle: true,
    cell: ({ title, active }) => (
      <>
        {title} {!active && <Tag>Not in use</Tag>}
      </>
    ),
  },
  {
    key: 'fixed',
    title: 'Fixed',
    cell: ({ fixed, title, unitPrice }) => (
      <span>
        <ReadOnlyCheckbox isOn={fixed} label={`${title}: fixed`} />
        {unitPrice !== null && ` ${priceText(toCents(unitPrice))}`}
      </span>
    ),
  },
  {
    key: 'calculated',
    title: 'Calculated',
    cell: ({ calculated, title }) => (
      <ReadOnlyCheckbox isOn={calculated} label={`${title}: calculated`} />
    ),
  },
  {
    key: 'action',
    title: 'Action',
    isAction: true,
    // The built-in type cannot be edited (specification, section 2.9).
    cell: ({ _id, title }) =>
      isCallTitle(title) ? null : (
        <RowAction
          isOpener
          to={paths.updateDisbursement({ disbursementId: _id })}
          label={`Edit ${title}`}
        >
          <PencilIcon />
          Edit
        </RowAction>
      ),
  },
];
