import type { Exception } from '@recoup/contract/month-end/exception-endpoints';
import { paths } from '../../platform/browser/paths.ts';

/** The page that puts an exception right; undefined for an entry, which opens in a dialog. */
export function exceptionPage({
  code,
  subject,
  matter,
  export: exportId,
}: Pick<Exception, 'code' | 'subject' | 'matter' | 'export'>): string | undefined {
  switch (subject.kind) {
    case 'attorney':
      return code === 'NONE' || code === 'DROP'
        ? paths.entriesBy({ attorney: subject._id })
        : paths.updateAttorney({ attorneyId: subject._id });
    case 'matter':
      return paths.mattersFound({ search: matter ?? subject.name });
    case 'export':
      return paths.export({ exportId: subject._id });
    case 'mail':
      // Without an export it was an invitation: its subject is the address of who should have it.
      return exportId === null
        ? paths.attorneysFound({ search: subject.name })
        : paths.export({ exportId });
    case 'account':
      return paths.account({ accountId: subject._id });
    case 'call':
      return paths.firmCalls;
    case 'entry':
      return undefined;
  }
}
