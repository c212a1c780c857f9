import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Link, useLoaderData } from "@remix-run/react";
import { useMemo } from "react";
import { nowIso } from "#app/domain/core/time.ts";
import { findWeekPage, type WeekPage } from "#app/domain/pages/week-days.server.ts";
import { shownDay } from "#app/domain/tasks/input.ts";
import {
  cachedModelSummary,
  findModelSummary,
} from "#app/domain/tasks/week-summary/model-summary.server.ts";
import { readWeek } from "#app/domain/tasks/week/week.server.ts";
import { summarizeWeek } from "#app/domain/tasks/week/week.ts";
import { requireViewer } from "#app/server/session.server.ts";
import { isForCopy } from "#app/server/shell/copy.server.ts";
import { WeekSummary } from "#app/ui/family/week-summary.tsx";
import { WhoseLinks } from "#app/ui/tasks/whose-links.tsx";
import { News } from "#app/ui/live/news.tsx";
import { Toasts } from "#app/ui/live/toast.tsx";
import { useLiveChanges } from "#app/ui/live/use-live-changes.ts";
import { OfflineNote } from "#app/ui/offline/offline-note.tsx";
import { AppShell } from "#app/ui/shell/app-shell.tsx";
import { RefreshLink } from "#app/ui/shell/refresh-link.tsx";
import { useDragToDay } from "#app/ui/week/use-drag-to-day.ts";
import { Undated, WeekDays, WeekStrip } from "#app/ui/week/week-days.tsx";
import { database } from "#db/connection.server.ts";

export { getOnly as action } from "#app/server/http-errors.server.ts";
export { shouldRevalidate } from "#app/ui/navigation/should-revalidate.ts";

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: [...(data ? namesOf(data.week) : []), "Week", "Mila"].join(" · ") },
];

const namesOf = ({ isThisWeek, name, who }: Pick<WeekPage, "isThisWeek" | "name" | "who">) => [
  ...(who ? [who.isYou ? "You" : who.name] : []),
  ...(isThisWeek ? [] : [name]),
];

export async function loader(args: LoaderFunctionArgs) {
  const viewer = await requireViewer(args);
  const now = nowIso();
  const { searchParams } = new URL(args.request.url);
  const day = shownDay.parse(searchParams.get("from"));
  const week = await findWeekPage(database(), viewer, { day, who: searchParams.get("who"), now });
  const facts =
    week.isThisWeek && !week.who
      ? await readWeek(database(), viewer, now).catch(args.context.logError)
      : undefined;
  const modelSummary = facts && cachedModelSummary(facts);
  if (facts && modelSummary === null && !isForCopy(args.request))
    void findModelSummary(viewer, facts, { log: args.context.logInfo });
  return {
    week,
    revision: viewer.revision,
    summary: facts ? summarizeWeek(facts) : null,
    modelSummary,
  };
}

export default function Week() {
  const { week, revision, summary, modelSummary } = useLoaderData<typeof loader>();
  useLiveChanges(revision);
  const { who } = week;
  const weekAt = (from?: string) => addressOf({ from, who: who?.id });
  const shownFrom = week.isThisWeek ? undefined : week.days[0]!.date;
  const page = weekAt(shownFrom);
  const { root, movingId, failure } = useDragToDay(page);
  const listed = useMemo(() => listTasks(week.days), [week.days]);
  return (
    <AppShell>
      <Toasts toast={failure} />
      <h1 className="page-title">{titleOf(who)}</h1>
      <OfflineNote />
      <WhoseLinks
        people={week.people}
        whose={who?.id ?? null}
        urlOf={(to) => addressOf({ from: shownFrom, who: to ?? undefined })}
      />
      {week.isThisWeek && !who && <WeekSummary summary={summary} modelSummary={modelSummary} />}
      <nav className="week-nav" aria-label="Weeks">
        <Link to={weekAt(week.earlier)} className="button-secondary" discover="none">
          Earlier
        </Link>
        <div className="text-center">
          <h2 className="week-name">{week.name}</h2>
          {!week.isThisWeek && (
            <Link to={weekAt()} className="text-link" discover="none">
              This week
            </Link>
          )}
        </div>
        <Link to={weekAt(week.later)} className="button-secondary" discover="none">
          Later
        </Link>
      </nav>
      <News listed={listed} />
      <div ref={root}>
        <WeekStrip days={week.days} />
        <WeekDays days={week.days} movingId={movingId} />
        {week.calendarNotes.map((note) => (
          <p key={note} className="hint mt-2">
            <bdi>{note}</bdi>
          </p>
        ))}
        <Undated {...week.undated} movingId={movingId} />
      </div>
      <RefreshLink to={page} />
    </AppShell>
  );
}

const listTasks = (days: WeekPage["days"]) =>
  days.flatMap(({ date, tasks }) =>
    tasks.map(({ id, isCompleted, time }) => ({
      id,
      isCompleted,
      due: { instant: `${date} ${time}` },
    })),
  );

function titleOf(who: WeekPage["who"]): string {
  if (!who) return "Week";
  if (who.isYou) return "Your week";
  return who.id === "anyone" ? "Tasks for anyone" : `${who.name}'s week`;
}

function addressOf(shown: { from?: string | undefined; who?: string | undefined }): string {
  const query = Object.entries(shown).filter((entry): entry is [string, string] => !!entry[1]);
  return query.length > 0 ? `/week?${new URLSearchParams(query)}` : "/week";
}
