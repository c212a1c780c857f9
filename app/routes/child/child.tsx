import { data, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { useLoaderData, useParams } from "@remix-run/react";
import { findStars } from "#app/domain/children/stars.server.ts";
import { ChildStars } from "#app/ui/child/child-stars.tsx";
import { greetingAt } from "#app/domain/accounts/profile/greeting.ts";
import { findChildDays } from "#app/domain/children/child-tasks.server.ts";
import { nowIso, wallClockAt } from "#app/domain/core/time.ts";
import { ChildTasks } from "#app/ui/child/child-tasks.tsx";
import { useQuietReload } from "#app/ui/child/use-quiet-reload.ts";
import { RefreshLink } from "#app/ui/shell/refresh-link.tsx";
import { pageTitle } from "#app/ui/shell/page-title.ts";
import { database } from "#db/connection.server.ts";
import { openPage } from "./open-child-page.server.ts";

export { getOnly as action } from "#app/server/http-errors.server.ts";
export { shouldRevalidate } from "#app/ui/navigation/should-revalidate.ts";

export const meta: MetaFunction<typeof loader> = ({ data: shown }) => [
  { title: pageTitle(shown?.child?.name ?? (shown?.isBusy ? busyTitle : endedTitle)) },
  { name: "robots", content: "noindex" },
];

export async function loader(args: LoaderFunctionArgs) {
  const page = await openPage(args);
  if (page === "busy") return data({ child: null, isBusy: true }, { status: 429 });
  if (!page) return data({ child: null, isBusy: false }, { status: 404 });
  const now = nowIso();
  const { name, timeZone } = page;
  const days = await findChildDays(database(), page, now);
  const stars = await findStars(database(), page);
  return data({
    isBusy: false,
    child: { name, stars, greeting: greetingAt(wallClockAt(now, timeZone).hour), days },
  });
}

export default function Child() {
  const { child, isBusy } = useLoaderData<typeof loader>();
  const { token } = useParams();
  useQuietReload({ isOn: child !== null || isBusy });
  if (!child) return <NoPage isBusy={isBusy} />;
  const { name, stars, greeting, days } = child;
  const page = `/child/${token}`;
  return (
    <main id="main" tabIndex={-1} className="child-page">
      <h1 className="child-greeting">
        {greeting}, <bdi>{name}</bdi>!
      </h1>
      {stars && <ChildStars {...stars} />}
      <ChildTasks days={days} page={page} />
      <RefreshLink to={page} />
    </main>
  );
}

const busyTitle = "One moment, please";
const endedTitle = "This page has ended";

function NoPage({ isBusy }: { isBusy: boolean }) {
  return (
    <main id="main" tabIndex={-1} className="child-page">
      <h1 className="page-title">{isBusy ? busyTitle : endedTitle}</h1>
      <p>
        {isBusy
          ? "This page was opened very often. It will be back soon."
          : "Please ask a parent for a new one."}
      </p>
    </main>
  );
}
