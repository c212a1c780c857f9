import { useFetcher } from "@remix-run/react";
import { useEffect } from "react";
import { MilaFace } from "../ui/mila-face.tsx";

interface WeekSummaryProps {
  /** By rules. */
  summary: string;
  /** By the model; null while it has not told this week, nothing where there is none. */
  told?: string | null;
  /** Who has how many open tasks. */
  assignees: { name: string; count: number }[];
}

/** The week from Mila, and who has what of it. */
export function WeekSummary({ summary, told, assignees }: WeekSummaryProps) {
  const fetched = useWordsOf(summary, told === null);
  return (
    <section className="week-summary" aria-labelledby="week">
      <MilaFace className="size-10 shrink-0" />
      <div>
        <h2 id="week" className="week-heading">
          Your week
        </h2>
        <p dir="auto">{told ?? fetched ?? summary}</p>
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

/** What the model makes of this week, fetched once the page stands; undefined while, and where, there is nothing. */
function useWordsOf(summary: string, isWanted: boolean): string | undefined {
  const { data, load } = useFetcher<{ summary: string; words: string | null }>();
  useEffect(() => {
    if (isWanted) load("/family/week");
  }, [isWanted, load]);
  return data?.summary === summary ? (data.words ?? undefined) : undefined;
}
