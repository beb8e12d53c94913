/** A key that is held down presses a button once: not also the button that takes its place. Returns the end of it. */
export function ignoreKeyRepeat(): () => void {
  const ignore = (event: KeyboardEvent): void => {
    if (event.repeat && event.key === 'Enter' && !(event.target instanceof HTMLTextAreaElement))
      event.preventDefault();
  };
  document.addEventListener('keydown', ignore, { capture: true });
  return () => document.removeEventListener('keydown', ignore, { capture: true });
}
