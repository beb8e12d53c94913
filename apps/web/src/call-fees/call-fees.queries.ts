import { feeAnnexureEndpoints } from '@recoup/contract/call-fees/endpoints';
import { rateMatrixEndpoints } from '@recoup/contract/fee-matrix/endpoints';
import { readData } from '../platform/api/read.ts';
import { download, type Received } from '../platform/api/api-download.ts';
import { keepNewAnswer } from '../ui/feedback/old-answer.ts';

const accept = 'application/pdf';

/** The fee annexure of an attorney, or of all active ones; `on` is a day, undefined for today. */
export function downloadAnnexure(
  attorneyId: string | undefined,
  on: string | undefined,
): Promise<Received> {
  const query = { on };
  return attorneyId === undefined
    ? download(feeAnnexureEndpoints.getFeeAnnexures, { query }, { accept })
    : download(
        feeAnnexureEndpoints.getFeeAnnexure,
        { params: { id: attorneyId }, query },
        { accept },
      );
}

/** A day, undefined for today, which the server knows. */
type Day = string | undefined;

/** The fees of a day; those of the day before stay while another one loads. */
export function rateMatrixQuery(on: Day, options: { beginsWithLast?: boolean } = {}) {
  return readData(
    rateMatrixEndpoints.getRateMatrix,
    { query: { on } },
    { what: 'fees', placeholderData: keepNewAnswer, ...options },
  );
}
