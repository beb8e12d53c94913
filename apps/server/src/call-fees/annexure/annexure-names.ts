import type { Annexure } from './annexure.ts';

/** A name in plain ASCII. */
export function annexureFileName({ attorneys, on }: Annexure): string {
  const words = (attorneys[0]?.name ?? '')
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/\p{Mark}/gu, '')
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== '');
  return `${['fee-annexure', ...words, on].join('-')}.pdf`;
}

export function annexuresFileName({ on }: Annexure): string {
  return `fee-annexures-${on}.pdf`;
}
