import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Link, useLoaderData } from "@remix-run/react";
import { useState } from "react";
import { categories } from "#app/domain/core/limits.ts";
import { nowIso } from "#app/domain/core/time.ts";
import { findFamilyPeople } from "#app/domain/pages/family-people.server.ts";
import { listTaskCards } from "#app/domain/pages/task-cards.server.ts";
import { type FamilyFilter, familyFilter } from "#app/domain/tasks/input.ts";
import { listAssignees } from "#app/domain/tasks/lists/assignees.server.ts";
import {
  firstPage,
  type ListWindow,
  readWindow,
  writeWindow,
} from "#app/domain/tasks/lists/window.server.ts";
import {
  cachedModelSummary,
  findModelSummary,
} from "#app/domain/tasks/week-summary/model-summary.server.ts";
import { readWeek, weekEnd } from "#app/domain/tasks/week/week.server.ts";
import { summarizeWeek } from "#app/domain/tasks/week/week.ts";
import { requireViewer } from "#app/server/session.server.ts";
import { isForCopy } from "#app/server/shell/copy.server.ts";
import { isForDocument } from "#app/server/shell/document.server.ts";
import { FamilyPeople } from "#app/ui/family/people.tsx";
import { WeekSummary } from "#app/ui/family/week-summary.tsx";
import { IncomingRequests } from "#app/ui/delegation/incoming-requests.tsx";
import { ReturnToContext } from "#app/ui/kit/hidden-fields.tsx";
import { useLiveChanges } from "#app/ui/live/use-live-changes.ts";
import { OfflineNote } from "#app/ui/offline/offline-note.tsx";
import { AppShell } from "#app/ui/shell/app-shell.tsx";
import { RefreshLink } from "#app/ui/shell/refresh-link.tsx";
import { toSentTasks, useSentTasks } from "#app/ui/tasks/card/sent-tasks.ts";
import { firstTaskId } from "#app/ui/tasks/card/first-task.ts";
import type { Task } from "#app/ui/tasks/card/task.ts";
import { TaskSections } from "#app/ui/tasks/card/task-sections.tsx";
import { database } from "#db/connection.server.ts";
import { listIncomingRequests } from "../delegations/list-incoming.server.ts";

export { shouldRevalidate } from "#app/ui/navigation/should-revalidate.ts";
export { getOnly as action } from "#app/server/http-errors.server.ts";

export const meta: MetaFunction<typeof loader> = ({ data: page }) => {
  const shown = page && page.filter !== "all" ? `${labels[page.filter]} · ` : "";
  return [{ title: `${shown}Family Dashboard · Mila` }];
};

export async function loader(args: LoaderFunctionArgs) {
  const viewer = await requireViewer(args);
  const { searchParams } = new URL(args.request.url);
  const filter = familyFilter.parse(searchParams.get("filter"));
  const window = readWindow(searchParams);
  const urlOf = (shown: ListWindow) =>
    [`/family?filter=${filter}`, writeWindow(shown)].filter(Boolean).join("&");
  const now = nowIso();
  const showsAll = searchParams.get("people") === "all";
  const list = await listTaskCards(database(), viewer, now, {
    window,
    ...narrowTo(filter, now),
  }).catch(args.context.logError);
  const week = await readWeek(database(), viewer, now).catch(args.context.logError);
  const modelSummary = week && cachedModelSummary(week);
  // The page does not wait for the model: its script or the next page gets the summary.
  if (week && modelSummary === null && !isForCopy(args.request))
    void findModelSummary(viewer, week, { log: args.context.logInfo });
  return {
    filter,
    revision: viewer.revision,
    family:
      (await findFamilyPeople(database(), viewer, { showsAll, now }).catch(
        args.context.logError,
      )) ?? null,
    incomingRequests:
      (await listIncomingRequests(args.request, viewer).catch(args.context.logError)) ?? null,
    summary: week ? summarizeWeek(week) : null,
    modelSummary,
    assignees:
      (await listAssignees(database(), viewer.householdId).catch(args.context.logError)) ?? [],
    tasks: list && (isForDocument(args.request) ? toSentTasks(list.tasks) : list.tasks),
    shownUrl: urlOf(window),
    moreUrl: list?.next ? urlOf(list.next) : null,
    newestUrl: window.after && urlOf(firstPage),
    errorId: list ? "" : args.context.requestId,
  };
}

function narrowTo(filter: FamilyFilter, now: string) {
  if (filter === "week") return { week: { from: now, to: weekEnd(now) } };
  const shown = categoriesFor(filter);
  return shown.length === 1 ? { category: shown[0] } : {};
}

function categoriesFor(filter: FamilyFilter) {
  const only = categories.filter((category) => category.toLowerCase() === filter);
  return only.length > 0 ? only : categories;
}

export default function FamilyDashboard() {
  const { filter, revision, family, incomingRequests, ...shown } = useLoaderData<typeof loader>();
  const { summary, modelSummary, assignees, shownUrl, moreUrl, newestUrl, errorId } = shown;
  const tasks = useSentTasks(shown.tasks);
  useLiveChanges(revision);
  return (
    <AppShell firstTaskId={firstTaskId(tasks ? { tasks } : null, { byArea: true })}>
      <h1 className="page-title">Family Dashboard</h1>
      <OfflineNote />
      {family && <FamilyPeople {...family} />}
      <IncomingRequests requests={incomingRequests} returnTo="/family" />
      <WeekSummary summary={summary} modelSummary={modelSummary} assignees={assignees} />
      <FamilyFilters current={filter} />
      <FilterSaid filter={filter} tasks={tasks} />
      <ReturnToContext.Provider value={shownUrl}>
        <TaskSections
          tasks={tasks}
          errorId={errorId}
          shown={categoriesFor(filter)}
          filter={filter}
          moreUrl={moreUrl}
          newestUrl={newestUrl}
        />
      </ReturnToContext.Provider>
      <FamilyLinks />
      <RefreshLink to={shownUrl} />
    </AppShell>
  );
}

/** See the specification, section 2. */
const labels: Record<FamilyFilter, string> = {
  all: "All Tasks",
  week: "This Week",
  kids: "Kids Only",
  household: "Household Only",
  elders: "Elders Only",
};

function FamilyFilters({ current }: { current: FamilyFilter }) {
  return (
    <nav aria-label="Filter tasks">
      <ul className="filters">
        {Object.entries(labels).map(([filter, label]) => (
          <li key={filter}>
            <Link
              to={`/family?filter=${filter}`}
              className="chip"
              aria-current={filter === current ? "page" : undefined}
              preventScrollReset
              discover="none"
            >
              {label}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** Announces how many tasks a newly chosen filter shows. */
function FilterSaid({ filter, tasks = [] }: { filter: FamilyFilter; tasks: Task[] | undefined }) {
  const [said, setSaid] = useState({ filter, words: "" });
  if (said.filter !== filter) {
    const count = tasks.length === 1 ? "1 task" : `${tasks.length} tasks`;
    setSaid({ filter, words: `${labels[filter]}: ${count} shown` });
  }
  return (
    <p className="sr-only" role="status">
      {said.words}
    </p>
  );
}

function FamilyLinks() {
  return (
    <p className="mt-6 flex flex-wrap gap-4">
      <Link className="text-link" to="/family/month">
        Who did what this month
      </Link>
      <Link className="text-link" to="/family/away">
        Who is away, and when
      </Link>
    </p>
  );
}
