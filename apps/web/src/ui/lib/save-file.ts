/** Lets the browser save a text, or what was fetched, as a file. */
export function saveFile(file: { name: string; type?: string; content: string | Blob }): void {
  const url = URL.createObjectURL(
    new Blob([file.content], file.type === undefined ? {} : { type: file.type }),
  );
  const link = document.createElement('a');
  link.href = url;
  link.download = file.name;
  link.click();
  // The browser reads the address after the click has returned.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

/** Lets the browser save the text of a CSV file. */
export function saveCsv(name: string, content: string): void {
  saveFile({ name, type: 'text/csv;charset=utf-8', content });
}
