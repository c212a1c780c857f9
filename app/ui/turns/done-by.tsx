interface DoneByProps {
  /** Empty if nobody is known. */
  name: string;
  isViewer: boolean;
  done: { title: string; times: number }[];
}

/** Counts repeated tasks, but adds nothing up. */
export function DoneBy({ name, isViewer, done }: DoneByProps) {
  return (
    <section className="card-panel">
      <h3 className="font-bold" dir="auto">
        {name === "" ? "Also done" : isViewer ? "You" : name}
      </h3>
      <ul className="mt-2 list-disc pl-5">
        {done.map(({ title, times }) => (
          <li key={title} className="wrap-anywhere">
            <bdi>{title}</bdi>
            {times > 1 && (
              <span className="text-ink-soft"> · {times === 2 ? "twice" : `${times} times`}</span>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
