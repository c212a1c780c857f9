import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { SettingsPage } from "#app/ui/preferences/settings-page.tsx";
import { listLearned } from "#app/domain/understanding/learned/learned-words.server.ts";
import { requireViewer } from "#app/server/session.server.ts";
import { database } from "#db/connection.server.ts";
import { ConfirmedButton } from "#app/ui/shell/confirmed-button.tsx";

export { shouldRevalidate } from "#app/ui/navigation/should-revalidate.ts";
export { getOnly as action } from "#app/server/http-errors.server.ts";

export const meta: MetaFunction = () => [{ title: "What I've Learned · Mila" }];

export async function loader(args: LoaderFunctionArgs) {
  return { learned: await listLearned(database(), await requireViewer(args)) };
}

export default function Learned() {
  const { learned } = useLoaderData<typeof loader>();
  return (
    <SettingsPage
      heading="What I've Learned"
      subtitle="When someone in your household corrects me, I remember it. It never leaves this Mila."
      answer={undefined}
    >
      <LearnedList learned={learned} />
    </SettingsPage>
  );
}

interface LearnedListProps {
  learned: { id: string; kind: "category" | "time"; words: string; value: string }[];
}

function LearnedList({ learned }: LearnedListProps) {
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

/** Returns "6:30 PM" for "18:30". */
function spokenTime(time: string): string {
  const clock = { hour: "numeric", minute: "2-digit", hour12: true, timeZone: "UTC" } as const;
  return new Date(`2000-01-01T${time}Z`).toLocaleTimeString("en-US", clock);
}
