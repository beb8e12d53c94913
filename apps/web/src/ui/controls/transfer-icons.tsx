import { Icon } from './icon.tsx';

// Apart from those of the first visit, which has no file to transfer.

export const DownloadIcon = () => (
  <Icon size={18}>
    <path d="M10 3v10M6 9.5l4 4 4-4M3.5 16.5h13" />
  </Icon>
);

export const UploadIcon = () => (
  <Icon size={18}>
    <path d="M10 13V3M6 6.5l4-4 4 4M3.5 16.5h13" />
  </Icon>
);
