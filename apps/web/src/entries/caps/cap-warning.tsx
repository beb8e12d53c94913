import { Alert } from '../../ui/feedback/alert.tsx';
import type { Draft } from '../form/entry-draft.ts';
import { draftCents } from '../form/price-preview.ts';
import type { Pricing } from '../form/pricing.ts';
import { capSentence } from './cap-texts.ts';

type Props = { draft: Draft; recorded: Draft | undefined; pricing: Pricing };

/** Warns while the entry is typed; it can be saved all the same. */
export function CapWarning({ draft, recorded, pricing }: Props) {
  // The sum of a correction's own matter is known without the entry itself.
  const isOwn = draft.matter?._id === recorded?.matter?._id;
  const matter = isOwn && recorded ? recorded.matter : draft.matter;
  const sentence = capSentence(matter, draftCents(draft, pricing));
  return sentence !== null && <Alert kind="info">{sentence}</Alert>;
}
