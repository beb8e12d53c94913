import { LogoMark } from '../../ui/layout/brand.tsx';
import { Panel } from '../../ui/layout/panel.tsx';
import { ScrollArea } from '../../ui/layout/scroll-area.tsx';
import { PlainTableHead } from '../../ui/list/plain-table-head.tsx';
import { Part } from './part.tsx';

const rows = Array.from({ length: 20 }, (_, index) => index + 1);

export function LayoutParts() {
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
