import type { ComponentType, RefObject } from 'react';
import { flushSync } from 'react-dom';
import { Alert } from '../../ui/feedback/alert.tsx';

/** `missing`: what to enter, by the names of the settings. */
type Lacking = { layout: string; missing: Readonly<Record<string, string>> };
export type LayoutSettings = Lacking & { onSaved: () => void; onClose: () => void };

type Props = {
  SettingsForm: ComponentType<LayoutSettings>;
  settings: Lacking;
  /** Shows the form of the export again. */
  onLeave: () => void;
  /** Gets the focus then. */
  closeButton: RefObject<HTMLButtonElement | null>;
  onSaved: () => void;
};

/** Asks for what a layout lacks before entries are locked for its file. */
export function MissingSettings({ SettingsForm, settings, onLeave, closeButton, onSaved }: Props) {
  const leave = () => {
    flushSync(onLeave);
    closeButton.current?.focus();
  };
  return (
    <>
      <Alert kind="info">
        The layout needs settings that are missing. Nothing has been closed. Enter them to go on.
      </Alert>
      <SettingsForm
        {...settings}
        onSaved={() => {
          leave();
          onSaved();
        }}
        onClose={leave}
      />
    </>
  );
}
