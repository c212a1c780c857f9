import { DueTime } from "#app/components/tasks/date/due-time.tsx";
import type { Task } from "./task.ts";
import { CategoryIcon } from "../category-icon.tsx";
import { DelegationLink } from "#app/components/delegation/delegation-link.tsx";
import { Chips } from "../date/chips.tsx";
import { DueWords } from "../date/due-words.tsx";
import { UndatedBreak } from "#app/components/breaks/undated-break.tsx";
import { NextReminder } from "#app/components/reminders/next-reminder.tsx";
import { TurnBadge } from "#app/components/turns/turn-badge.tsx";
import { NoReminder } from "#app/components/reminders/no-reminder.tsx";

interface CardFactsProps {
  task: Task;
  isCompleted: boolean;
  isNew: boolean;
  /** A reminder is being added. */
  isReminding: boolean;
}

export function CardFacts({ task, isCompleted, isNew, isReminding }: CardFactsProps) {
  const {
    id,
    due,
    repeats,
    category,
    assignee,
    reading,
    others,
    delegation,
    remindsAt,
    reminderChoices,
  } = task;
  const chips = { formAction: `/tasks/${id}/choose`, describedBy: `task-${id}` };
  const isOverdue = due?.isOverdue && !isCompleted;
  return (
    <>
      {task.isWaiting && <span className="badge">Waiting for a connection</span>}
      {isNew && (
        <a className="chip" data-category={category} href={`/tasks/${id}/edit`}>
          <CategoryIcon category={category} />
          {category}
        </a>
      )}
      {others && !isCompleted && (
        <Chips
          name="category"
          choices={others.categories.map((each) => ({ value: each, label: each }))}
          {...chips}
        />
      )}
      {(due || !isCompleted) && (
        <a className="chip" data-overdue={isOverdue || undefined} href={`/tasks/${id}/date`}>
          {due ? <DueTime due={due} /> : "Add a date"}
          {isOverdue && " · overdue"}
        </a>
      )}
      {others && !isCompleted && (
        <Chips
          name="dueDate"
          choices={others.dues.map(({ local, label }) => ({ value: local, label }))}
          {...chips}
        />
      )}
      {repeats && (!reading || isCompleted) && <span className="hint">{repeats.words}</span>}
      {repeats?.undatedBreak && <UndatedBreak name={repeats.undatedBreak} />}
      {repeats?.missed && <span className="badge">{repeats.missed}</span>}
      {reading && !isCompleted && (
        <DueWords taskId={id} words={reading.words} repeats={repeats?.words} />
      )}
      <TurnBadge turn={(!isCompleted && repeats?.turn) || null} assignee={assignee} />
      {repeats?.turn === "anyone" && !assignee && !isCompleted && (
        <button
          type="submit"
          className="text-link"
          formAction={`/tasks/${id}/turns/take`}
          aria-describedby={`task-${id}`}
        >
          I'll do it
        </button>
      )}
      {delegation && <DelegationLink taskId={id} delegation={delegation} assignee={assignee} />}
      {remindsAt && !isCompleted && (
        <NextReminder taskId={id} label={remindsAt} isShown={isNew || !remindsAt.includes(",")} />
      )}
      {reminderChoices.length > 0 && !isCompleted && !isReminding && (
        <NoReminder taskId={id} choices={reminderChoices} />
      )}
      {reading?.skippedTime && !isCompleted && (
        <p className="hint my-0 basis-full pb-1">{reading.skippedTime}</p>
      )}
    </>
  );
}
