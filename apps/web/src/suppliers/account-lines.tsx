import { formatRand } from '@recoup/contract/core/money';
import { accountLimits } from '@recoup/contract/suppliers/account-endpoints';
import { useQuery } from '@tanstack/react-query';
import {
  type ClipboardEvent,
  type ComponentProps,
  type KeyboardEvent,
  memo,
  useMemo,
  useRef,
} from 'react';
import { flushSync } from 'react-dom';
import { usableTypesQuery } from '../entries/lists/firm-entries.queries.ts';
import { useAttorneyNames } from '../platform/session/attorney-names.ts';
import { Button } from '../ui/controls/button.tsx';
import { IconButton } from '../ui/controls/icon-button.tsx';
import { CloseIcon } from '../ui/controls/icons.tsx';
import { NotLoaded } from '../ui/feedback/not-loaded.tsx';
import fieldStyles from '../ui/form/field.module.css';
import type { Option } from '../ui/form/fields.tsx';
import { type Draft, type DraftLine, newLine, pastedLines, sharesByLine } from './account-draft.ts';
import styles from './accounts.module.css';
import { useMattersByNumber } from './matters-by-number.ts';

/** The message at a field of the account, or of one of its lines. */
export type FaultOf = (field: string, line?: DraftLine) => string | undefined;
type ChangeDraft = (change: (now: Draft) => Draft) => void;
type Props = {
  draft: Draft;
  /** Whether a file is there, whose pages the lines name. */
  hasPages: boolean;
  faultOf: FaultOf;
  onChange: ChangeDraft;
};

/** The lines of an account, typed by keyboard alone or pasted. */
export function AccountLines({ draft, hasPages, faultOf, onChange }: Props) {
  const box = useRef<HTMLDivElement>(null);
  const types = useQuery(usableTypesQuery);
  const attorneys = useAttorneyNames();
  const matters = useMattersByNumber(draft.lines);
  const shares = sharesByLine(draft);
  const actions = useLineActions(box, onChange);
  return (
    <div ref={box} role="group" aria-label="Lines">
      <LineTitles split={draft.split} hasPages={hasPages} />
      <ol className={styles.lines} data-split={draft.split} data-pages={hasPages}>
        {draft.lines.map((line, at) => {
          const number = line.matter.trim();
          const matter = matters.get(number);
          return (
            <LineRow
              key={line.key}
              line={line}
              place={at + 1}
              split={draft.split}
              hasPages={hasPages}
              share={shares?.get(line.key)}
              types={types.data ?? noOptions}
              attorneys={attorneys.data ?? noOptions}
              matterName={matter?.description ?? ''}
              isWithoutAttorney={matter?.attorney === null}
              faults={lineFaults(faultOf, line, matter === null ? number : undefined)}
              {...actions}
            />
          );
        })}
      </ol>
      <Button variant="outline" onClick={() => actions.onNext(undefined)}>
        Add line
      </Button>
      <NotLoaded what="The disbursement types" of={types} />
    </div>
  );
}

const noOptions: readonly Option[] = [];

const fieldsOfLine = [
  'matter',
  'disbursementType',
  'amount',
  'weight',
  'narration',
  'attorney',
].concat('pages');

/** As one text by field, so that a row is drawn again only when it changes. */
function lineFaults(faultOf: FaultOf, line: DraftLine, unknown: string | undefined): string {
  const found = fieldsOfLine.flatMap((field) => {
    const fault = faultOf(field, line);
    if (fault !== undefined) return [`${field}\n${fault}`];
    const isUnknown = field === 'matter' && unknown !== undefined && unknown !== '';
    return isUnknown ? [`matter\nThere is no matter ${unknown}.`] : [];
  });
  return found.join('\n');
}

function LineTitles({ split, hasPages }: Pick<Draft, 'split'> & { hasPages: boolean }) {
  const amounts = split === 'weights' ? ['Weight', 'Share'] : ['Amount'];
  const pages = hasPages ? ['Pages'] : [];
  const titles = ['Matter', ...amounts, ...pages, 'Type', 'Narration'];
  return (
    <div className={styles.titles} data-split={split} data-pages={hasPages} aria-hidden="true">
      {titles.map((title) => (
        <span key={title}>{title}</span>
      ))}
    </div>
  );
}

type LineField = Exclude<keyof DraftLine, 'key'>;
type Actions = {
  onLine: (key: number, change: Partial<Record<LineField, string>>) => void;
  /** Goes on to the line behind the one of the key, or to a new one. */
  onNext: (key: number | undefined) => void;
  onRemove: (key: number) => void;
  onPaste: (key: number, text: string) => void;
};

/** The same for all draws, so that a row is drawn again only when it changes. */
function useLineActions(box: { current: HTMLElement | null }, onChange: ChangeDraft): Actions {
  return useMemo(
    () => ({
      onLine: (key, change) =>
        onChange((now) => ({
          ...now,
          lines: now.lines.map((line) => (line.key === key ? { ...line, ...change } : line)),
        })),
      onNext: (key) => goToNext(box.current, key, () => flushSync(() => onChange(withNextLine))),
      onRemove: (key) =>
        onChange((now) => {
          const left = now.lines.filter((line) => line.key !== key);
          return { ...now, lines: left.length === 0 ? [newLine()] : left };
        }),
      onPaste: (key, text) => onChange((now) => withPasted(now, { key, text })),
    }),
    [box, onChange],
  );
}

/** From an empty last line there is nothing to go on to but the button. */
function goToNext(box: HTMLElement | null, key: number | undefined, add: () => void): void {
  const row = box?.querySelector(`[data-line="${key}"]`);
  if (row?.nextElementSibling) return focusFirst(row.nextElementSibling);
  if (row?.querySelector('input')?.value.trim() === '') return focusRecord(box);
  add();
  focusFirst(box?.querySelector('ol')?.lastElementChild);
}

function focusFirst(row: Element | null | undefined): void {
  row?.querySelector('input')?.focus();
}

function withNextLine(now: Draft): Draft {
  if (now.lines.length >= accountLimits.lines) return now;
  return { ...now, lines: [...now.lines, newLine({ type: now.lines.at(-1)?.type ?? '' })] };
}

function focusRecord(box: HTMLElement | null): void {
  box?.closest('form')?.querySelector<HTMLElement>('[data-record]')?.focus();
}

function withPasted(now: Draft, { key, text }: { key: number; text: string }): Draft {
  const at = now.lines.findIndex((line) => line.key === key);
  const type = now.lines[at]?.type ?? '';
  const pasted = pastedLines(text, type);
  const behind = now.lines.slice(at + 1).filter(({ matter }) => matter.trim() !== '');
  const lines = [...now.lines.slice(0, at), ...pasted, ...behind];
  return { ...now, lines: lines.slice(0, accountLimits.lines) };
}

type RowProps = Actions & {
  line: DraftLine;
  place: number;
  split: Draft['split'];
  hasPages: boolean;
  /** Cents of the split. */
  share: number | undefined;
  types: readonly Option[];
  attorneys: readonly Option[];
  matterName: string;
  isWithoutAttorney: boolean;
  faults: string;
};

const LineRow = memo(function LineRow(props: RowProps) {
  const { line, place, split, share, faults, matterName, isWithoutAttorney, onLine } = props;
  const named = faultsByField(faults);
  const needsAttorney = isWithoutAttorney || named.has('attorney');
  const field = (name: LineField, label: string, fault = named.get(name)) => ({
    className: fieldStyles.control,
    'aria-label': `${label} of line ${place}`,
    'aria-invalid': fault !== undefined || undefined,
    'aria-describedby': faults === '' ? undefined : `fault-${line.key}`,
    autoComplete: 'off',
    value: line[name],
    onKeyDown: (event: KeyboardEvent<HTMLElement>) =>
      onEnter(event, (from) => {
        const charged = name === 'matter' && line.matter.trim() !== '' && findCharged(from);
        if (charged) charged.focus();
        else props.onNext(line.key);
      }),
    onChange: ({ currentTarget }: { currentTarget: { value: string } }) =>
      onLine(line.key, { [name]: currentTarget.value }),
  });
  return (
    <li className={styles.line} data-line={line.key}>
      <input
        {...field('matter', 'Matter')}
        placeholder="Number"
        onPaste={(event) => takeLines(event, (text) => props.onPaste(line.key, text))}
      />
      {split === 'none' && <input {...field('amount', 'Amount')} inputMode="decimal" />}
      {split === 'weights' && <input {...field('weight', 'Weight')} inputMode="numeric" />}
      {split !== 'none' && <span className={styles.share}>{shareText(share)}</span>}
      {props.hasPages && <input {...field('pages', 'Pages')} placeholder="2-3,5" />}
      <Choice
        {...field('type', 'Type', named.get('disbursementType'))}
        first="Choose …"
        options={props.types}
      />
      <input {...field('narration', 'Narration')} maxLength={1000} />
      <IconButton label={`Remove line ${place}`} onClick={() => props.onRemove(line.key)}>
        <CloseIcon />
      </IconButton>
      <p className={styles.about}>
        {matterName}{' '}
        {named.size > 0 && (
          <span id={`fault-${line.key}`} className={styles.fault}>
            {[...named.values()].join(' ')}
          </span>
        )}
      </p>
      {needsAttorney && (
        <Choice
          {...field('attorney', 'Attorney')}
          first="Attorney: choose …"
          options={props.attorneys}
        />
      )}
    </li>
  );
});

function faultsByField(faults: string): Map<string, string> {
  const texts = faults === '' ? [] : faults.split('\n');
  const pairs = texts.flatMap((text, at): [string, string][] =>
    at % 2 === 0 ? [[text, texts[at + 1] ?? '']] : [],
  );
  return new Map(pairs);
}

type ChoiceProps = ComponentProps<'select'> & { first: string; options: readonly Option[] };

function Choice({ first, options, ...select }: ChoiceProps) {
  return (
    <select {...select}>
      <option value="">{first}</option>
      {options.map(({ value, label }) => (
        <option key={value} value={value}>
          {label}
        </option>
      ))}
    </select>
  );
}

function shareText(cents: number | undefined): string {
  return cents === undefined ? '' : formatRand(cents);
}

/**
 * Enter sends no form that is not complete: from a matter it goes on to what is charged, from the
 * other fields to the next line.
 */
function onEnter(event: KeyboardEvent<HTMLElement>, goOn: (from: HTMLElement) => void): void {
  if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
  event.preventDefault();
  goOn(event.currentTarget);
}

/** The amount or the weight of the line. */
function findCharged(from: HTMLElement): HTMLElement | null | undefined {
  return from.closest('li')?.querySelector('[inputmode]');
}

/** Several cells or rows become lines; a single value is pasted as it is. */
function takeLines(event: ClipboardEvent, onLines: (text: string) => void): void {
  const text = event.clipboardData.getData('text/plain');
  if (!/\t|\n\S/.test(text.trim())) return;
  event.preventDefault();
  onLines(text);
}
