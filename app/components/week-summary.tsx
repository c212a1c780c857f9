import { MilaFace } from "./mila-face.tsx";

interface WeekSummaryProps {
  summary: string;
  /** Who has how many open tasks. */
  assignees: { name: string; count: number }[];
}

/** The week from Mila, and who has what of it. */
export function WeekSummary({ summary, assignees }: WeekSummaryProps) {
  return (
    <section className="week-summary" aria-labelledby="week">
      <MilaFace className="size-10 shrink-0" />
      <div>
        <h2 id="week" className="week-heading">
          Your week
        </h2>
        <p dir="auto">{summary}</p>
        {assignees.length > 0 && (
          <ul className="who-has-what" aria-label="Who has what">
            {assignees.map(({ name, count }) => (
              <li key={name} className="badge">
                <span dir="auto">{name}</span>: {count}
              </li>
            ))}
          </ul>
        )}
      </div>
    </section>
  );
}
