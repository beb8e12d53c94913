import { Button } from './button.tsx';

type Deed = {
  readonly label: string;
  /** Without it the button submits the form with this id. */
  readonly onClick?: () => void;
  readonly form?: string;
  readonly isBusy?: boolean;
  readonly isDisabled?: boolean;
  /** It cannot be taken back. */
  readonly isDanger?: boolean;
};
type Props = { readonly onBack: () => void; readonly backLabel?: string; readonly deed: Deed };

/** The two buttons of a dialog: the way back first, then the deed. */
export function DialogButtons({ onBack, backLabel = 'Cancel', deed }: Props) {
  const { label, onClick, form, isBusy = false, isDisabled = false, isDanger = false } = deed;
  return (
    <>
      <Button look="outline" onClick={onBack}>
        {backLabel}
      </Button>
      <Button
        type={form === undefined ? 'button' : 'submit'}
        form={form}
        look={isDanger ? 'danger' : 'filled'}
        isBusy={isBusy}
        disabled={isDisabled}
        onClick={onClick}
      >
        {label}
      </Button>
    </>
  );
}
