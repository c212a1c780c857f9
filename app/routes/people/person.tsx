import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Link, useLoaderData } from "@remix-run/react";
import { nowIso } from "#app/domain/core/time.ts";
import { findPersonPage } from "#app/domain/pages/person-page.server.ts";
import { notFound } from "#app/server/http-errors.server.ts";
import { requireViewer } from "#app/server/session.server.ts";
import { ChildStars } from "#app/ui/child/child-stars.tsx";
import { relationLabels } from "#app/ui/family/relation-labels.ts";
import { faceOf } from "#app/ui/kit/face.ts";
import { useLiveChanges } from "#app/ui/live/use-live-changes.ts";
import { AppShell } from "#app/ui/shell/app-shell.tsx";
import { BackLink } from "#app/ui/shell/back-link.tsx";
import { pageTitle } from "#app/ui/shell/page-title.ts";
import { database } from "#db/connection.server.ts";

export { getOnly as action } from "#app/server/http-errors.server.ts";
export { shouldRevalidate } from "#app/ui/navigation/should-revalidate.ts";

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: data ? pageTitle(data.person.name, "Family") : "Family · Mila" },
];

export async function loader(args: LoaderFunctionArgs) {
  const viewer = await requireViewer(args);
  const person = await findPersonPage(database(), viewer, args.params.id ?? "", nowIso());
  return { revision: viewer.revision, person: person ?? notFound() };
}

type Shown = ReturnType<typeof useLoaderData<typeof loader>>["person"];

export default function Person() {
  const { revision, person } = useLoaderData<typeof loader>();
  useLiveChanges(revision);
  const { id, name, face, away, doneThisMonth, asked } = person;
  return (
    <AppShell>
      <div className="form-page">
        <BackLink to="/family">Family</BackLink>
        <h1 className="page-title person-title" dir="auto" {...faceOf(name, face)}>
          {name}
        </h1>
        <p className="row-facts">
          <span>{describe(person)}</span>
          <span>{doneThisMonth} done this month</span>
          {away.map((days) => (
            <span key={days}>{days}</span>
          ))}
        </p>
        {person.stars && <ChildStars {...person.stars} />}
        <PersonTasks {...person} />
        <AboutPerson {...person} />
        {asked.length > 0 && (
          <section className="panel-section">
            <h2>Asked, no answer yet</h2>
            <ul className="person-tasks">
              {asked.map(({ taskId, title }) => (
                <li key={taskId}>
                  <TaskLink to={`/tasks/${taskId}`} title={title} />
                </li>
              ))}
            </ul>
          </section>
        )}
        <p className="mt-6 flex flex-wrap gap-x-4 gap-y-1">
          <Link className="text-link" to={`/week?who=${id}`}>
            Whole week
          </Link>
          <Link className="text-link" to="/family/away">
            Days away
          </Link>
          <EditLink {...person} />
          {person.mayHavePage && (
            <Link className="text-link" to={`/people/${id}/page`}>
              {`A page for ${name}`}
            </Link>
          )}
          {person.mayHavePage && person.stars && (
            <Link className="text-link" to={`/people/${id}/stars`}>
              Give stars
            </Link>
          )}
        </p>
      </div>
    </AppShell>
  );
}

function describe({ isYou, relation, hasAccount }: Shown): string {
  if (isYou) return "You";
  if (relation === null) return "In your household";
  return hasAccount ? `${relationLabels[relation]}, with an account` : relationLabels[relation];
}

const isEmpty = ({ days, undated }: Shown["own"]) => days.length + undated.length === 0;

function PersonTasks({ own, isYou, name }: Shown) {
  if (isEmpty(own))
    return (
      <p className="empty mt-4">
        {isYou ? "You have" : <bdi>{name} has</bdi>} nothing planned this week
      </p>
    );
  return (
    <section className="panel-section">
      <h2>This week</h2>
      <OpenTasks {...own} />
    </section>
  );
}

/** Shows who does each task. */
function AboutPerson({ about, isYou, name }: Shown) {
  if (isEmpty(about)) return null;
  return (
    <section className="panel-section">
      <h2 dir="auto">About {isYou ? "you" : name}</h2>
      <OpenTasks {...about} showsWho />
    </section>
  );
}

function OpenTasks({ days, undated, showsWho = false }: Shown["own"] & { showsWho?: boolean }) {
  const whoOf = ({ who }: { who: string | null }) => (showsWho ? who : null);
  return (
    <>
      {days.map(({ name: day, tasks }) => (
        <div key={day}>
          <h3 className="person-day">{day}</h3>
          <ul className="person-tasks">
            {tasks.map((task) => (
              <li key={task.id}>
                <TaskLink
                  to={task.href}
                  title={task.title}
                  time={task.time}
                  until={task.until}
                  who={whoOf(task)}
                />
              </li>
            ))}
          </ul>
        </div>
      ))}
      {undated.length > 0 && (
        <div>
          <h3 className="person-day">No date yet</h3>
          <ul className="person-tasks">
            {undated.map((task) => (
              <li key={task.id}>
                <TaskLink to={`/tasks/${task.id}`} title={task.title} who={whoOf(task)} />
              </li>
            ))}
          </ul>
        </div>
      )}
    </>
  );
}

interface TaskLinkProps {
  to: string;
  title: string;
  time?: string | null;
  until?: string | null;
  who?: string | null;
}

function TaskLink({ to, title, time, until, who }: TaskLinkProps) {
  return (
    <Link to={to} discover="none">
      {time && <span className="hint">{time}</span>}{" "}
      <span className="person-task">
        <bdi>{title}</bdi>
        {until && <span className="hint"> {until}</span>}
        {who && <bdi className="person-who"> {who}</bdi>}
      </span>
    </Link>
  );
}

function EditLink({ id, isYou, relation }: Shown) {
  if (isYou)
    return (
      <Link className="text-link" to="/preferences/profile">
        Your profile
      </Link>
    );
  const to =
    relation === null ? "/preferences/family/members" : `/preferences/family/members/${id}/edit`;
  return (
    <Link className="text-link" to={to}>
      {relation === null ? "Household members" : "Edit"}
    </Link>
  );
}
