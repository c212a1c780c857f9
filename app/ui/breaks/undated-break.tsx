export function UndatedBreak({ name }: { name: string }) {
  return (
    <a className="chip underline" href={`/preferences/breaks?${new URLSearchParams({ name })}`}>
      No dates for “{name}” yet
    </a>
  );
}
