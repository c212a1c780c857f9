import { useFetcher } from "@remix-run/react";
import { useEffect } from "react";
import { MilaFace } from "../kit/mila-face.tsx";
import { SectionMissing } from "../shell/section-missing.tsx";

interface WeekSummaryProps {
  /** The summary by rules. Null if the week cannot be read. */
  summary: string | null;
  /** Null until the model responds, undefined without a model. */
  modelSummary?: string | null;
  assignees?: { id: string | null; name: string; count: number }[];
}

export function WeekSummary({ summary, modelSummary, assignees = [] }: WeekSummaryProps) {
  const fetchedSummary = useModelSummary(summary, modelSummary === null);
  return (
    <section className="week-summary" aria-labelledby="week">
      <MilaFace className="size-10 shrink-0" />
      <div>
        <h2 id="week" className="week-heading">
          Your week
        </h2>
        {summary === null ? (
          <SectionMissing what="your week" />
        ) : (
          <p dir="auto">{modelSummary ?? fetchedSummary ?? summary}</p>
        )}
        {assignees.length > 0 && (
          <ul className="who-has-what" aria-label="Tasks per person">
            {assignees.map(({ id, name, count }) => (
              <li key={id ?? `“${name}”`} className="badge">
                <span dir="auto">{name}</span>: {count}
              </li>
            ))}
          </ul>
        )}
      </div>
    </section>
  );
}

function useModelSummary(summary: string | null, isWanted: boolean): string | undefined {
  const { data, load } = useFetcher<{ summary: string | null; modelSummary: string | null }>();
  useEffect(() => {
    if (isWanted) load("/week/summary");
  }, [isWanted, load]);
  // A different rule-based summary means that the week has changed.
  return data?.summary === summary ? (data.modelSummary ?? undefined) : undefined;
}
