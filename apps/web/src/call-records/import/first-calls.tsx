import type { CallImportPreview } from '@recoup/contract/call-records/import-endpoints';
import { formatPhone } from '@recoup/contract/core/phone-numbers';
import { ScrollArea } from '../../ui/layout/scroll-area.tsx';
import { formatMoment } from '../../ui/lib/moment.ts';
import { PlainTableHead } from '../../ui/list/plain-table-head.tsx';
import { directionText, callLengthText } from '../open-calls/call-words.ts';

const titles = ['Call', 'Extension', 'Other party', 'Length', 'Account code'];

/** The first calls of a file, to compare with it. */
export function FirstCalls({ calls }: Pick<CallImportPreview, 'calls'>) {
  return (
    <ScrollArea label="First calls">
      <table>
        <caption>First calls as they will be imported</caption>
        <PlainTableHead titles={titles} />
        <tbody>
          {calls.map((call) => (
            <tr key={call.row}>
              <td>{formatMoment(call.startedAt)}</td>
              <td>{formatPhone(call.ownParty)}</td>
              <td>{directionText(call)}</td>
              <td>{callLengthText(call)}</td>
              <td>{call.accountCode}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollArea>
  );
}
