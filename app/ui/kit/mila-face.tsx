/** Decorative: her name is always next to it. */
export function MilaFace({ className }: { className: string }) {
  return (
    <svg className={className} viewBox="0 0 64 64" aria-hidden="true" focusable="false">
      <circle cx="32" cy="32" r="32" fill="#a13670" />
      <path
        d="M9 38C7 16 22 8 33 8s25 8 22 30c-4-10-10-15-16-17-8 5-20 5-25 5-2 3-4 7-5 12Z"
        fill="#5b1f45"
      />
      <path d="M14 30c6-1 17 0 25-6 5 2 9 6 11 11v2a18 18 0 0 1-36 0z" fill="#ffe3d3" />
      <circle cx="25" cy="37" r="2.6" fill="#3a2333" />
      <circle cx="39" cy="37" r="2.6" fill="#3a2333" />
      <path
        d="M25 44c2 4 12 4 14 0"
        fill="none"
        stroke="#3a2333"
        strokeWidth="2.6"
        strokeLinecap="round"
      />
      <circle cx="20" cy="43" r="2.6" fill="#f7a8a0" />
      <circle cx="44" cy="43" r="2.6" fill="#f7a8a0" />
    </svg>
  );
}
