import { DueTime } from "#app/ui/tasks/date/due-time.tsx";
import type { Task } from "./task.ts";
import { CategoryIcon } from "../category-icon.tsx";
import { DelegationLink } from "#app/ui/delegation/delegation-link.tsx";
import { Chips } from "../date/chips.tsx";
import { DueWords } from "../date/due-words.tsx";
import { UndatedBreak } from "#app/ui/breaks/undated-break.tsx";
import { NextReminder } from "#app/ui/reminders/next-reminder.tsx";
import { TurnBadge } from "#app/ui/turns/turn-badge.tsx";
import { NoReminder } from "#app/ui/reminders/no-reminder.tsx";

interface CardFactsProps {
  task: Task;
  isCompleted: boolean;
  isNew: boolean;
  /** A reminder is being added. */
  isReminding: boolean;
}

/** A completed task asks nothing and offers nothing more. */
const settled = { others: null, reading: null, remindsAt: null, reminderChoices: [] };

export function CardFacts({ task, isCompleted, isNew, isReminding }: CardFactsProps) {
  const { id, due, repeats, category, assignee, delegation } = task;
  const { others, reading, remindsAt, reminderChoices } = isCompleted ? settled : task;
  const chips = { formAction: `/tasks/${id}/choose`, describedBy: `task-${id}` };
  return (
    <>
      {task.isWaiting && <span className="badge">Waiting for a connection</span>}
      {isNew && (
        <a className="chip" data-category={category} href={`/tasks/${id}/edit`}>
          <CategoryIcon category={category} />
          {category}
        </a>
      )}
      {others && (
        <Chips
          name="category"
          choices={others.categories.map((each) => ({ value: each, label: each }))}
          {...chips}
        />
      )}
      {(due || !isCompleted) && <DueChip id={id} due={due} isCompleted={isCompleted} />}
      {others && (
        <Chips
          name="dueDate"
          choices={others.dues.map(({ local, label }) => ({ value: local, label }))}
          {...chips}
        />
      )}
      {repeats && <RepeatFacts repeats={repeats} isInWords={!reading} />}
      {reading && <DueWords taskId={id} words={reading.words} repeats={repeats?.words} />}
      <TurnFacts task={task} isCompleted={isCompleted} />
      {delegation && <DelegationLink taskId={id} delegation={delegation} assignee={assignee} />}
      <ReminderFacts
        taskId={id}
        remindsAt={remindsAt}
        choices={isReminding ? [] : reminderChoices}
        isNew={isNew}
      />
      {reading?.skippedTime && <p className="hint my-0 basis-full pb-1">{reading.skippedTime}</p>}
    </>
  );
}

function DueChip({ id, due, isCompleted }: Pick<Task, "id" | "due" | "isCompleted">) {
  const isOverdue = due?.isOverdue && !isCompleted;
  return (
    <a className="chip" data-overdue={isOverdue || undefined} href={`/tasks/${id}/date`}>
      {due ? <DueTime due={due} /> : "Add a date"}
      {isOverdue && " · overdue"}
    </a>
  );
}

interface RepeatFactsProps {
  repeats: NonNullable<Task["repeats"]>;
  isInWords: boolean;
}

function RepeatFacts({ repeats, isInWords }: RepeatFactsProps) {
  return (
    <>
      {isInWords && <span className="hint">{repeats.words}</span>}
      {repeats.undatedBreak && <UndatedBreak name={repeats.undatedBreak} />}
      {repeats.missed && <span className="badge">{repeats.missed}</span>}
    </>
  );
}

function TurnFacts({ task, isCompleted }: Pick<CardFactsProps, "task" | "isCompleted">) {
  const { id, assignee, repeats } = task;
  const turn = isCompleted ? null : repeats?.turn;
  return (
    <>
      <TurnBadge turn={turn || null} assignee={assignee} />
      {turn === "anyone" && !assignee && (
        <button
          type="submit"
          className="text-link"
          formAction={`/tasks/${id}/turns/take`}
          aria-describedby={`task-${id}`}
        >
          I'll do it
        </button>
      )}
    </>
  );
}

interface ReminderFactsProps {
  taskId: string;
  remindsAt: string | null;
  choices: Task["reminderChoices"];
  isNew: boolean;
}

function ReminderFacts({ taskId, remindsAt, choices, isNew }: ReminderFactsProps) {
  return (
    <>
      {remindsAt && (
        <NextReminder
          taskId={taskId}
          label={remindsAt}
          isShown={isNew || !remindsAt.includes(",")}
        />
      )}
      {choices.length > 0 && <NoReminder taskId={taskId} choices={choices} />}
    </>
  );
}
