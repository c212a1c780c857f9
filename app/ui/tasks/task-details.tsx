import { DueTime, type ShownDue } from "#app/ui/tasks/date/due-time.tsx";
import { Icon } from "../icons/icon.tsx";
import { type Category, CategoryIcon } from "./category-icon.tsx";
import { delegationBadges } from "../delegation/delegation-badge.tsx";
import { UndatedBreak } from "../breaks/undated-break.tsx";
import { type Turn, TurnBadge } from "../turns/turn-badge.tsx";
import { faceOf } from "../kit/face.ts";
import { PageLink } from "../shell/page-form.tsx";

interface TaskDetailsProps {
  task: {
    id: string;
    category: Category;
    description: string | null;
    assignee: string | null;
    face: number | undefined;
    about: { name: string; face: number | undefined } | null;
    hasLeft: boolean;
    isCompleted: boolean;
    delegationStatus: keyof typeof delegationBadges;
    repeats: {
      words: string;
      missed: string | null;
      doneFor?: string;
      undatedBreak: string | null;
      turn: Turn;
      isOpen: boolean;
    } | null;
    due: (ShownDue & { isOverdue: boolean }) | null;
    /** The sender and subject of the school mail that it was added from. */
    mail: string | null;
    addedBy: string;
    addedOn: string;
  };
}

type DetailedTask = TaskDetailsProps["task"];

export function TaskDetails({ task }: TaskDetailsProps) {
  const { id, category, description, isCompleted, due } = task;
  const isOverdue = due?.isOverdue && !isCompleted;
  return (
    <div className="task-details" data-completed={isCompleted || undefined}>
      <p className="category-heading" data-category={category}>
        <CategoryIcon category={category} />
        {category}
      </p>
      {description && (
        <p className="whitespace-pre-line" dir="auto">
          {description}
        </p>
      )}
      <p className="task-detail">
        <Icon name="calendar-days" />
        <PageLink className="chip" to={`/tasks/${id}/date`} data-overdue={isOverdue || undefined}>
          <span>
            {due ? <DueTime due={due} /> : "Add a date"}
            {isOverdue && " · overdue"}
          </span>
        </PageLink>
      </p>
      <Repetition task={task} />
      <Doer task={task} />
      <About task={task} />
      {task.mail !== null && (
        <p className="hint">
          From a school mail: <bdi>{task.mail}</bdi>
        </p>
      )}
      <p className="hint">
        Added by <span dir="auto">{task.addedBy}</span>, {task.addedOn}
      </p>
    </div>
  );
}

function Repetition({ task: { id, isCompleted, repeats } }: { task: DetailedTask }) {
  if (!repeats) return null;
  return (
    <div className="task-detail flex-nowrap">
      <Icon name="repeat" />
      <p className="min-w-0">
        {isCompleted ? (
          repeats.words
        ) : (
          <PageLink className="chip" to={`/tasks/${id}/repeat`}>
            {repeats.words}
          </PageLink>
        )}
        {repeats.missed && <span className="badge">{repeats.missed}</span>}{" "}
        {repeats.doneFor && <span className="badge">{repeats.doneFor}</span>}{" "}
        {repeats.undatedBreak && <UndatedBreak name={repeats.undatedBreak} />}
      </p>
    </div>
  );
}

function About({ task: { id, isCompleted, about } }: { task: DetailedTask }) {
  if (!about) return null;
  const name = <bdi {...faceOf(about.name, about.face)}>{about.name}</bdi>;
  return (
    <p className="task-detail">
      <Icon name="users" />
      <span>
        For{" "}
        {isCompleted ? (
          name
        ) : (
          <PageLink className="text-link" to={`/tasks/${id}/who`}>
            {name}
          </PageLink>
        )}
      </span>
    </p>
  );
}

function Doer({ task }: { task: DetailedTask }) {
  const { id, assignee, face, hasLeft, repeats, delegationStatus } = task;
  const badge = delegationBadges[delegationStatus];
  if (!assignee && !badge && !repeats?.isOpen) return null;
  return (
    <p className="task-detail">
      <Icon name="user-round" />
      <TurnBadge turn={repeats?.turn ?? null} assignee={assignee} face={face} />
      {hasLeft && (
        <span className="hint">
          {" "}
          isn&apos;t on your list any more ·{" "}
          <PageLink className="text-link" to={`/tasks/${id}/edit`}>
            Give it to someone
          </PageLink>
        </span>
      )}
      {badge && <span className="badge">{badge}</span>}
      {repeats?.isOpen && (
        <PageLink className="text-link" to={`/tasks/${id}/turns`}>
          Whose turn is it?
        </PageLink>
      )}
    </p>
  );
}
