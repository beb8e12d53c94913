import { useEffect, useRef, useState } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router';
import { paths } from '../../platform/browser/paths.ts';
import { toast } from '../../ui/feedback/toast.tsx';
import { useUndoOffer } from '../../ui/feedback/use-undo-offer.ts';
import type { MatterChoice } from '../form/matter-choice.ts';
import { draftFor, firstUnpricedType, sharedDraft } from '../lists/entry-drafts.ts';
import type { Open } from '../lists/open-entry-dialog.tsx';
import type { DatedType } from '../price/day-fees.ts';
import type { Other } from '../recording-for/chosen-attorney.ts';
import type { CallSubject } from '../timer/call-timer.ts';
import type { useTimer } from '../timer/use-timer.ts';
import { phoneIn, takeSharedText } from './shared-text.ts';

type Call = ReturnType<typeof useTimer>;
type Page = {
  /** Undefined until they are known: after a sign-in, those of another attorney come later. */
  types: readonly DatedType[] | undefined;
  attorney: Other | undefined;
  setOpen: (open: Open) => void;
};

/** `recordText` records what was shared as an entry instead. */
type CallRequest = { subject: CallSubject; recordText?: () => void };

/**
 * The call that is requested, until its dialog is closed: by the button of the page, by a label
 * (`?call=ID&number=NUMBER`), or by a shared telephone number (`?new=shared`). The shortcut
 * `?new=call` starts a call at once.
 */
export function useCallRequest(call: Call, page: Page) {
  const [request, setRequest] = useState<CallRequest | null>(null);
  const [params] = useSearchParams();
  const { key } = useLocation();
  const [closed, setClosed] = useState<string>();
  const navigate = useNavigate();
  const matter = labelledMatter(params);
  const leave = () => void navigate(paths.entries, { replace: true });
  const { types } = page;
  const requested = types && params.get('new');
  useOnce(requested === 'call' ? key : undefined, () => {
    // Without a type of disbursement the page has no button that stops it.
    if (types?.length === 0) return leave();
    if (call.timer === null) call.start();
    else if (call.timer.stoppedAt !== null) toast('Save or discard the unsaved call first.', 'bad');
    leave();
  });
  useOnce(requested === 'shared' ? key : undefined, () => {
    leave();
    void openShared(page, setRequest);
  });
  const close = () => {
    setRequest(null);
    if (matter === undefined) return;
    setClosed(key);
    requestAnimationFrame(leave);
  };
  const offer = useUndoOffer(request !== null);
  const dismiss = () => {
    close();
    // The text of another app is there only once.
    if (request?.recordText) offer('What you shared was discarded.', () => setRequest(request));
  };
  const labelled = matter === undefined || closed === key ? null : { matter };
  return {
    subject: request?.subject ?? labelled,
    recordText: request?.recordText,
    ask: () => setRequest({ subject: {} }),
    close,
    dismiss,
  };
}

async function openShared(
  { types = [], attorney, setOpen }: Page,
  ask: (request: CallRequest) => void,
): Promise<void> {
  const text = await takeSharedText();
  const otherParty = phoneIn(text);
  const type = firstUnpricedType(types) ?? types[0];
  if (text === '' || type === undefined) return toast('Nothing came with what was shared.', 'bad');
  const recordText = () => setOpen(sharedDraft(type, { narration: text, ...draftFor(attorney) }));
  if (otherParty === undefined) recordText();
  else ask({ subject: { otherParty }, recordText });
}

/** Once for each visit of an address, also if the page is drawn twice. */
function useOnce(visit: string | undefined, act: () => void): void {
  const done = useRef<string>(undefined);
  useEffect(() => {
    if (visit === undefined || visit === done.current) return;
    done.current = visit;
    act();
  });
}

const uuid = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** The matter of a label's address. Offline nothing else is known of it. */
export function labelledMatter(params: URLSearchParams): MatterChoice | undefined {
  const id = params.get('call') ?? '';
  const number = (params.get('number') ?? '').trim().slice(0, 60);
  if (!uuid.test(id) || number === '') return undefined;
  return { _id: id.toLowerCase(), number, name: '', client: null };
}
