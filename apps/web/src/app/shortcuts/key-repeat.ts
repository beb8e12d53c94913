/** A held Enter must not press the next button too. Returns the cleanup. */
export function ignoreKeyRepeat(): () => void {
  const ignore = (event: KeyboardEvent): void => {
    if (event.repeat && event.key === 'Enter' && !(event.target instanceof HTMLTextAreaElement))
      event.preventDefault();
  };
  document.addEventListener('keydown', ignore, { capture: true });
  return () => document.removeEventListener('keydown', ignore, { capture: true });
}
