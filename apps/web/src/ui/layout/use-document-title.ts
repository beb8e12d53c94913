import { useEffect } from 'react';

/** The tab's title is outside React. */
export function useDocumentTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} · Recoup`;
  }, [title]);
}
