/** The logo: a dot with an open ring around it. */
export function Logo() {
  return (
    <svg viewBox="0 0 20 20" width="20" height="20" aria-hidden="true">
      <circle
        cx="10"
        cy="10"
        r="8"
        fill="none"
        stroke="currentColor"
        strokeWidth="1.8"
        strokeDasharray="38 13"
        strokeLinecap="round"
        transform="rotate(-50 10 10)"
      />
      <circle cx="10" cy="10" r="3.2" fill="currentColor" />
    </svg>
  );
}
