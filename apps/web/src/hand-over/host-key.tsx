import { Fragment } from 'react';

/** A fingerprint as OpenSSH writes it, which may go on in the next line. */
export function HostKey({ fingerprint }: { fingerprint: string }) {
  const parts = [...fingerprint.matchAll(/.{1,10}/g)];
  return (
    <code>
      {parts.map(({ 0: part, index }) => (
        <Fragment key={index}>
          {part}
          <wbr />
        </Fragment>
      ))}
    </code>
  );
}
