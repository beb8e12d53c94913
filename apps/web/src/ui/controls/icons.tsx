import { Icon } from './icon.tsx';

export const CheckIcon = () => (
  <Icon>
    <circle cx="10" cy="10" r="7.5" />
    <path d="m6.8 10.3 2.2 2.2 4.3-4.7" />
  </Icon>
);

export const AlertIcon = () => (
  <Icon>
    <circle cx="10" cy="10" r="7.5" />
    <path d="M10 6.2v4.4M10 13.6v.1" />
  </Icon>
);

export const SearchIcon = () => (
  <Icon size={18}>
    <circle cx="8.8" cy="8.8" r="5.3" />
    <path d="m12.8 12.8 4 4" />
  </Icon>
);

export const PencilIcon = () => (
  <Icon size={18}>
    <path d="m3.5 16.5.8-3.6L13.4 3.8a1.8 1.8 0 0 1 2.6 0l.2.2a1.8 1.8 0 0 1 0 2.6l-9.1 9.1z" />
    <path d="m11.8 5.4 2.8 2.8" />
  </Icon>
);

export const PlusIcon = () => (
  <Icon size={18}>
    <path d="M10 4v12M4 10h12" />
  </Icon>
);

export const PhoneIcon = () => (
  <Icon size={18}>
    <path d="M6 3 4 5c0 6 5 11 11 11l2-2-4-3-2 2-4-4 2-2-3-4Z" />
  </Icon>
);

export const CloseIcon = () => (
  <Icon size={18}>
    <path d="m5 5 10 10M15 5 5 15" />
  </Icon>
);

export const MenuIcon = () => (
  <Icon>
    <path d="M3 5.5h14M3 10h14M3 14.5h14" />
  </Icon>
);

export const ChevronIcon = () => (
  <Icon size={16}>
    <path d="m5 7.5 5 5 5-5" />
  </Icon>
);

export const MonthIcon = () => (
  <Icon>
    <rect x="3" y="4.5" width="14" height="12.5" rx="1.6" />
    <path d="M3 8.5h14M6.8 2.8v3M13.2 2.8v3M7 12.8l2 2 4-4" />
  </Icon>
);

export const PeopleIcon = () => (
  <Icon>
    <circle cx="7.5" cy="7" r="3" />
    <path d="M2 16.5c.4-3.3 2.6-5 5.5-5s5.1 1.7 5.5 5" />
    <path d="M13 4.3a3 3 0 0 1 0 5.4M15.2 12.3c1.6.8 2.6 2.2 2.8 4.2" />
  </Icon>
);

export const BuildingIcon = () => (
  <Icon>
    <path d="M3 17.5h14M4.5 17.5v-12L10 2.5l5.5 3v12" />
    <path d="M8 8h.1M12 8h.1M8 11h.1M12 11h.1M8.5 17.5V14h3v3.5" />
  </Icon>
);

export const ReceiptIcon = () => (
  <Icon>
    <path d="M4.5 2.5h11v15l-2.2-1.5-1.8 1.5-1.5-1.5-1.5 1.5-1.8-1.5-2.2 1.5z" />
    <path d="M7.5 6.5h5M7.5 10h5" />
  </Icon>
);

export const PriceIcon = () => (
  <Icon>
    <path d="M3 3.5h6.5l7.5 7.5-6 6L3 9.5zM6.8 7.2h.1" />
  </Icon>
);

export const AuditIcon = () => (
  <Icon>
    <path d="M10 2.5 16 5v4.5c0 4-2.5 6.6-6 8-3.5-1.4-6-4-6-8V5zM7.3 9.8l2 2 3.5-3.8" />
  </Icon>
);

export const SettingsIcon = () => (
  <Icon>
    <path d="M3 6h7m4 0h3M3 14h3m4 0h7M10 4h4v4h-4zM6 12h4v4H6z" />
  </Icon>
);

export const ListIcon = () => (
  <Icon>
    <path d="M7 5.5h10M7 10h10M7 14.5h10M3.2 5.5h.1M3.2 10h.1M3.2 14.5h.1" />
  </Icon>
);

export const TransferIcon = () => (
  <Icon>
    <path d="M6 16.5v-12M3 7.3l3-3 3 3M14 3.5v12M11 12.7l3 3 3-3" />
  </Icon>
);

export const FileIcon = () => (
  <Icon>
    <path d="M5 2.5h6.5L15.5 6.5v11H5zM11.5 2.5v4h4M8 10.5h5M8 13.5h5" />
  </Icon>
);

export const OverviewIcon = () => (
  <Icon>
    <path d="M3 3h5.5v7H3zM11.5 3H17v4h-5.5zM3 13h5.5v4H3zM11.5 10H17v7h-5.5z" />
  </Icon>
);

export const EyeIcon = () => (
  <Icon size={18}>
    <path d="M2 10c1.8-3.4 4.6-5.1 8-5.1s6.2 1.7 8 5.1c-1.8 3.4-4.6 5.1-8 5.1S3.8 13.4 2 10z" />
    <circle cx="10" cy="10" r="2.4" />
  </Icon>
);
