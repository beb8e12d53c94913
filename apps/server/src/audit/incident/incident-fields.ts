import { auditSentence } from '@recoup/contract/audit/sentences';
import type { IncidentPack } from '@recoup/contract/audit/endpoints';
import { southAfricanDay, southAfricanTime } from '../../platform/core/clock.ts';
import type { Facts, Measure, Party } from './incident.repository.ts';

type Field = IncidentPack['fields'][number];

export type Known = {
  party: Party | undefined;
  /** "Thabo Mokoena", "the session …" or "the address …". */
  who: string;
  period: { from: string; to: string };
  facts: Facts;
  kinds: IncidentPack['kinds'];
  people: { inFiles: number; onPages: number; most: number };
  measures: readonly Measure[];
  mailsAfter: number;
  now: Date;
};

/** The questions of the Information Regulator's form (POPIA, section 22), as far as known. */
export function incidentFields(known: Known): Field[] {
  const { facts } = known;
  return [
    answered('Responsible party', known.party?.name),
    answered('Information officer', officerText(known.party)),
    answered('Date of the security compromise', datesSentence(facts)),
    firmsOwn(
      'Date on which it is reported',
      `This pack was made on ${southAfricanDay(known.now)}.`,
    ),
    firmsOwn('Reason for a delay in reporting'),
    firmsOwn('Whether the compromise is confirmed or alleged'),
    firmsOwn(
      'Kind of compromise: loss, damage, destruction, unlawful access or processing',
      actionsSentence(facts),
    ),
    answered('Description', describeIncident(known)),
    answered('Kinds of personal information', kindsText(known.kinds)),
    answered('Number of people concerned', peopleText(known.people)),
    firmsOwn('How the people concerned were or will be told', mailsText(known.mailsAfter)),
    firmsOwn('Possible consequences for the people concerned'),
    measuresField(known.measures),
  ];
}

function answered(question: string, answer: string | undefined): Field {
  return answer === undefined ? firmsOwn(question) : { question, answer, isKnown: true };
}

/** `hint`: what Recoup can add. */
function firmsOwn(question: string, hint = ''): Field {
  return { question, answer: `The firm fills this in. ${hint}`.trim(), isKnown: false };
}

function officerText(party: Party | undefined): string | undefined {
  if (party?.officerName === null || party === undefined) return undefined;
  return [party.officerName, party.officerEmail, party.officerPhone]
    .filter((part) => part !== null && part !== '')
    .join(', ');
}

function datesSentence({ first, last }: Facts): string {
  if (first === null || last === null) return 'Recoup recorded nothing in this period.';
  return (
    `The first event that Recoup recorded was at ${southAfricanTime(first)}, ` +
    `the last at ${southAfricanTime(last)} (South African time).`
  );
}

const changing =
  /\.(?:created|updated|corrected|recorded|imported|replaced|saved|undone|reversed)$/;

function actionsSentence({ deeds }: Facts): string {
  const count = (matches: (deed: Facts['deeds'][number]) => boolean) =>
    deeds.filter(matches).reduce((sum, { lines }) => sum + lines, 0);
  const isDone = ({ outcome }: Facts['deeds'][number]) => outcome === 'done';
  const reads = count(
    (deed) =>
      isDone(deed) && /\.(?:sent|exported|read|queued|downloaded|closed)$/.test(deed.action),
  );
  const changes = count((deed) => isDone(deed) && changing.test(deed.action));
  const deletions = count((deed) => isDone(deed) && deed.action.endsWith('.deleted'));
  const refusals = count((deed) => !isDone(deed));
  return (
    `Recoup recorded ${reads} readings or files, ${changes} changes, ${deletions} deletions ` +
    `and ${refusals} refused attempts.`
  );
}

const shownActions = 8;

function describeIncident({ who, period, facts }: Known): string {
  const total = facts.deeds.reduce((sum, { lines }) => sum + lines, 0);
  const begin = `From ${period.from} to ${period.to} Recoup recorded ${total} events of ${who}`;
  if (total === 0) return `${begin}.`;
  const sessions = facts.sessions === 1 ? '1 session' : `${facts.sessions} sessions`;
  const most = facts.deeds.slice(0, shownActions).map(({ action, outcome, lines }) => {
    const refused = outcome === 'refused' ? ', refused' : '';
    return `${actionPhrase(action)}${refused} (${lines})`;
  });
  return `${begin}, in ${sessions}: ${most.join('; ')}. The timeline has each of them.`;
}

/** The sentence of an action without its subject. */
function actionPhrase(action: string): string {
  const sentence = auditSentence({ action, label: '…', rows: null, details: {} });
  return sentence
    .replaceAll(/\s*(?:\bwith )?\bsome\b(?: (?:rows|lines))?/g, ' …')
    .replaceAll(/…(?:\s*…)+/g, '…')
    .replaceAll(/ \([^)]*…\)/g, '')
    .replace('something of ', '')
    .trim();
}

function kindsText(kinds: Known['kinds']): string {
  if (kinds.length === 0) return 'Nothing was read in bulk or sent, as far as Recoup records it.';
  return kinds
    .map(({ kind, columns, rows }) => `${kind} (${rows} rows): ${columns.join(', ')}.`)
    .join(' ');
}

function peopleText({ inFiles, onPages, most }: Known['people']): string {
  const files = `${inFiles} people and clients stand in the files that were read or sent.`;
  if (onPages === 0) return files;
  return (
    `${files} Beside them, pages with ${onPages} rows were read, of which Recoup ` +
    `keeps the number alone: at most ${most} people and clients in all.`
  );
}

function mailsText(count: number): string {
  if (count === 0) return 'No mail left Recoup after the last event.';
  return `${count} mails left Recoup after the last event; the page Exports lists them.`;
}

function measuresField(measures: readonly Measure[]): Field {
  const question = 'Measures that were taken';
  if (measures.length === 0) return firmsOwn(question, 'Recoup recorded none.');
  const taken = measures.map(
    ({ action, at }) => `${southAfricanTime(at)}: ${actionPhrase(action)}`,
  );
  return answered(
    question,
    `Recorded in Recoup (South African time): ${taken.join('; ')}. The firm adds its own.`,
  );
}
