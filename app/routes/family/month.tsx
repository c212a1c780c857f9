import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Link, useLoaderData } from "@remix-run/react";
import { BackLink } from "#app/ui/shell/back-link.tsx";
import { FormPage } from "#app/ui/shell/form-page.tsx";
import { findDoneMonth } from "#app/domain/pages/done-this-month.server.ts";
import { shownMonth } from "#app/domain/series/turns/input.ts";
import { requireViewer } from "#app/server/session.server.ts";
import { database } from "#db/connection.server.ts";

export { getOnly as action } from "#app/server/http-errors.server.ts";
export { shouldRevalidate } from "#app/ui/navigation/should-revalidate.ts";

export const meta: MetaFunction = () => [{ title: "Who did what · Mila" }];

export async function loader(args: LoaderFunctionArgs) {
  const viewer = await requireViewer(args);
  const month = shownMonth.parse(new URL(args.request.url).searchParams.get("month"));
  return findDoneMonth(database(), viewer, month);
}

export default function Month() {
  const { name, earlier, later, people, isCut } = useLoaderData<typeof loader>();
  return (
    <FormPage title="Who did what" back={<BackLink to="/family">Family</BackLink>}>
      <h2 className="section-title">{name}</h2>
      {people.length === 0 ? (
        <p className="empty">Nothing is ticked off yet</p>
      ) : (
        <p className="hint mb-4">
          Everything that is done counts, the big and the small. Thank you all.
        </p>
      )}
      <div className="stack">
        {people.map((person) => (
          <DoneBy key={person.id} {...person} />
        ))}
      </div>
      {isCut && <p className="hint">Only the newest are shown.</p>}
      <p className="mt-6 flex flex-wrap gap-4">
        <Link className="text-link" to={`/family/month?month=${earlier}`}>
          The month before
        </Link>
        {later && (
          <Link className="text-link" to={`/family/month?month=${later}`}>
            The month after
          </Link>
        )}
      </p>
    </FormPage>
  );
}

interface DoneByProps {
  /** Empty if nobody is known to have done them. */
  name: string;
  isViewer: boolean;
  done: { title: string; times: number }[];
}

/** Lists repeated tasks with their counts, but shows no total. */
function DoneBy({ name, isViewer, done }: DoneByProps) {
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
