import { useSyncExternalStore } from 'react';
import { characterKeys, watchCharacterKeys } from '../../platform/browser/character-keys.ts';
import { CheckboxField } from '../../ui/form/choice-fields.tsx';

const about =
  'Ignored while you type. Turn off if you use voice control or press keys by accident. ' +
  'Saved on this device.';

export function useShortcutsAreOn(): boolean {
  return useSyncExternalStore(watchCharacterKeys, characterKeys.areOn);
}

/** Turns single-key shortcuts off and on. */
export function ShortcutsSwitch() {
  return (
    <CheckboxField
      label="Single-key shortcuts"
      description={about}
      checked={useShortcutsAreOn()}
      onChange={({ currentTarget }) => characterKeys.set(currentTarget.checked)}
    />
  );
}
