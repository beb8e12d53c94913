import { Fragment } from 'react';

/** May be wrapped after the @ and before each dot, so that no word of a long address is broken. */
export function EmailAddress({ address }: { address: string }) {
  return address.split(/(?<=@)|(?=\.)/).map((part, place) => (
    <Fragment key={place}>
      {place > 0 && <wbr />}
      {part}
    </Fragment>
  ));
}
