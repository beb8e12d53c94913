/** The mark: an R whose leg is a flight of steps, the price bands of a call. */
export function LogoMark({ size = 32 }: { size?: number }) {
  return (
    <svg viewBox="0 0 32 32" width={size} height={size} fill="none" aria-hidden="true">
      <rect
        width="32"
        height="32"
        rx="7"
        fill="var(--banner)"
        stroke="var(--accent-line)"
        strokeOpacity="0.5"
        strokeWidth="0.6"
      />
      <path
        d="M10 25.5V7h6.5a4.75 4.75 0 0 1 0 9.5H10"
        stroke="#fff"
        strokeWidth="3"
        strokeLinejoin="round"
        strokeLinecap="round"
      />
      <path
        d="M15.6 16.5v4.4h4.5v4.4h4.4"
        stroke="var(--mint)"
        strokeWidth="2.6"
        strokeLinejoin="round"
        strokeLinecap="round"
      />
    </svg>
  );
}
