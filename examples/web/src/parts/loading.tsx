/** A placeholder of roughly the final size while data loads. */
export function Loading({ label, rows = 3 }: { label: string; rows?: number }) {
  return (
    <div className="loading" role="status">
      <span className="visually-hidden">{label}</span>
      {Array.from({ length: rows }, (_, row) => (
        <div key={row} className="placeholder" />
      ))}
    </div>
  );
}
