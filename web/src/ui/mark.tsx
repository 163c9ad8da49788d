/** The mark of Openmere: a circle half under a waterline. In the colour of the text around. */
export function Mark({ size = 32, label }: { size?: number; label?: string }) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 32 32"
      role={label ? 'img' : undefined}
      aria-label={label}
      aria-hidden={label ? undefined : true}
      focusable="false"
    >
      <path fill="currentColor" d="M6 16.5a10 10 0 0 1 20 0z" />
      <path
        fill="none"
        stroke="currentColor"
        strokeWidth="2"
        strokeLinecap="round"
        d="M3 20h26M8 24h16M12.5 28h7"
      />
    </svg>
  );
}
