/** Initials on a per-user color, because pictures would cost a call per person. */
export function Monogram({ of, seed, large = false }: { of: string; seed: string; large?: boolean }) {
  const initials = of
    .replace(/[^\p{L}\s.]/gu, '')
    .split(/[\s.]+/)
    .map(([first = '']) => first)
    .slice(0, 2)
    .join('')
    .toUpperCase();
  return (
    <span
      aria-hidden
      className={large ? 'monogram large' : 'monogram'}
      style={{ '--hue': hueOf(seed) } as React.CSSProperties}
    >
      {initials}
    </span>
  );
}

const hueOf = (seed: string): number =>
  [...seed].reduce((hash, character) => (hash * 31 + character.charCodeAt(0)) % 360, 7);
