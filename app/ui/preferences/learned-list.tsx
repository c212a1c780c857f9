import { spokenTime } from "#app/ui/preferences/spoken-time.ts";
import { ConfirmedButton } from "../shell/confirmed-button.tsx";

interface LearnedListProps {
  learned: { id: string; kind: "category" | "time"; words: string; value: string }[];
}

export function LearnedList({ learned }: LearnedListProps) {
  if (learned.length === 0)
    return (
      <p className="empty">
        Nothing yet. Change a task&apos;s category or time, and I&apos;ll remember it.
      </p>
    );
  return (
    <>
      <ul className="rows">
        {learned.map(({ id, kind, words, value }) => (
          <li key={id} className="row">
            <h2 className="row-name" dir="auto">
              “{words}”
            </h2>
            <p className="row-facts">
              <span>
                {kind === "category" ? `goes under ${value}` : `is at ${spokenTime(value)}`}
              </span>
            </p>
            <div className="row-actions">
              <ConfirmedButton
                label="Forget"
                question={`Forget this about “${words}”? Your tasks stay as they are.`}
                action={`/preferences/learned/${id}/forget`}
                confirmLabel={`Forget “${words}”`}
              />
            </div>
          </li>
        ))}
      </ul>
      <ConfirmedButton
        label="Forget everything"
        question="Forget all of this? Your tasks stay as they are."
        action="/preferences/learned/forget-all"
        confirmLabel="Forget all"
      />
    </>
  );
}
