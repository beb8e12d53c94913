import { TextField } from '../../ui/form/fields.tsx';
import { LogoMark } from '../../ui/layout/brand.tsx';
import rowStyles from '../../ui/layout/openable-row.module.css';
import { OpenableRow } from '../../ui/layout/openable-row.tsx';
import { useOpenRows } from '../../ui/layout/use-open-rows.ts';
import { Panel } from '../../ui/layout/panel.tsx';
import { ScrollArea } from '../../ui/layout/scroll-area.tsx';
import { PlainTableHead } from '../../ui/list/plain-table-head.tsx';
import { RowAction } from '../../ui/list/row-action.tsx';
import { SelectionBar } from '../../ui/selection/selection-bar.tsx';
import { nothing, Part } from './part.tsx';

const rows = Array.from({ length: 20 }, (_, index) => index + 1);

export function LayoutParts() {
  return (
    <>
      <Surfaces />
      <OpenableRows />
    </>
  );
}

function OpenableRows() {
  const { isOpen, toggle, enter } = useOpenRows();
  return (
    <Part name="OpenableRow, SelectionBar">
      <ul className={rowStyles.rows} aria-label="Extensions">
        {['Reception', 'Boardroom'].map((name) => (
          <OpenableRow
            key={name}
            title={name}
            about="Extension 204"
            isOpen={isOpen(name)}
            onToggle={() => toggle(name)}
            onEnter={() => enter(name)}
            actions={
              <RowAction label={`Remove ${name}`} onClick={nothing}>
                Remove
              </RowAction>
            }
          >
            <TextField label="Name" defaultValue={name} />
            <TextField label="Extension" error="Enter 2 to 6 digits." />
          </OpenableRow>
        ))}
      </ul>
      <SelectionBar label="Selected calls" count={3} max={200}>
        <RowAction label="Clear" onClick={nothing}>
          Clear
        </RowAction>
      </SelectionBar>
    </Part>
  );
}

function Surfaces() {
  return (
    <Part name="Panel, ScrollArea, PlainTableHead, LogoMark">
      <Panel label="Tight" isTight>
        A tight panel.
      </Panel>
      <ScrollArea label="A long table">
        <table>
          <caption>Rows with errors</caption>
          <PlainTableHead titles={['Row', 'Reason']} />
          <tbody>
            {rows.map((row) => (
              <tr key={row}>
                <th scope="row">{row}</th>
                <td>Matter Number is missing.</td>
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollArea>
      <LogoMark size={48} />
    </Part>
  );
}
