import { session } from '../session/session.ts';
import { sessionEnd } from '../session/session-lifetime.ts';
import { type FirstAnswers, firstAnswers } from './first-answers.ts';
import { readOfflineCopy, saveOfflineCopy } from './offline-cache.ts';

/** Its name among the copies of the session. */
const pageCopyName = 'page';

/** A longer copy (characters) would take the room of what is needed offline. */
const maxLength = 300_000;

/** A session that has just answered lasts so long (ms), if the answer with its end comes later. */
const surelyMs = 60_000;

/** The replies of a page come together, and are saved once (ms). */
const pauseMs = 300;

/**
 * Replies of which a page was drawn, by the addresses of their requests. Those of another release
 * may have another shape. `until`: the end of the session, in ms of `Date.now()`.
 */
type PageCopy = { visit: string; until: number; replies: Record<string, unknown> };

/** The replies of a page that have come in one session since the last write. */
let shown: { id: string; replies: PageCopy['replies'] } | undefined;
let timer: number | undefined;
let opened: PageCopy | null | undefined;

/**
 * Keeps a reply for the next time that this tab opens the page, if it is one of those that the page
 * requests first; returns it. The copy is of one page, the last, and ends with the session.
 * `id`: the page, the session and the last write when the reply was requested.
 */
export function keepForNextVisit<Reply>(address: string, reply: Reply, id = currentId()): Reply {
  const first = firstAnswers();
  if (reply === undefined || !first || id !== currentId()) return reply;
  if (shown?.id !== id) shown = { id, replies: {} };
  shown.replies[address] = reply;
  timer ??= window.setTimeout(save, pauseMs, first);
  return reply;
}

function save(first: FirstAnswers): void {
  timer = undefined;
  const { begun, ended } = first.writes;
  if (shown?.id !== currentId() || begun !== ended) return;
  const { replies: all } = shown;
  const replies = first.list(location).map((address) => [address, all[address]]);
  shown.replies = Object.fromEntries(replies);
  // No reply belongs to this page.
  if (replies.every(([, reply]) => reply === undefined)) return;
  const until = sessionEnd.get() ?? Date.now() + surelyMs;
  const copy: PageCopy = { visit: currentVisit(), until, replies: shown.replies };
  const isShort = JSON.stringify(copy).length <= maxLength;
  saveOfflineCopy(pageCopyName, isShort ? copy : null);
}

function currentId(): string {
  return `${currentVisit()} ${firstAnswers()?.writes.ended}`;
}

/** Names the page, its session and its release. */
function currentVisit(): string {
  const page = location.pathname + location.search;
  return [page, session.token(), firstAnswers()?.release].join();
}

/**
 * Begins a query with what the tab's last visit to the page showed, which is loaded again. Only for
 * what is shown: no dialog, form or closing may begin with it, and the page says if the load fails.
 */
export function withLastVisit<Data, Context>(
  address: string,
  load: (context: Context) => Promise<Data>,
) {
  return {
    initialData: () => takeLastReply(address) as Data | undefined, // kept by this release
    initialDataUpdatedAt: 0,
    queryFn: async (context: Context) => {
      const id = currentId();
      return keepForNextVisit(address, await load(context), id);
    },
  };
}

/** Takes a reply of the last visit; there is none once a write has begun or the page was left. */
function takeLastReply(address: string): unknown {
  const first = firstAnswers();
  if (!first || first.writes.begun > 0) return undefined;
  // as saved above
  if (opened === undefined) opened = readOfflineCopy(pageCopyName) as PageCopy | null;
  if (opened?.visit !== currentVisit()) opened = null;
  if (!opened || opened.until <= Date.now()) return undefined;
  const reply = opened.replies[address];
  opened.replies[address] = undefined;
  return reply;
}
