import { useContext } from "react";
import { UndatedBreak } from "#app/ui/breaks/undated-break.tsx";
import { DelegationLink } from "#app/ui/delegation/delegation-link.tsx";
import { Icon } from "#app/ui/icons/icon.tsx";
import { ReturnToContext } from "#app/ui/kit/hidden-fields.tsx";
import { DueTime } from "#app/ui/tasks/date/due-time.tsx";
import { TurnBadge } from "#app/ui/turns/turn-badge.tsx";
import { CategoryIcon } from "../category-icon.tsx";
import { Chips } from "../date/chips.tsx";
import { DueWords } from "../date/due-words.tsx";
import type { Task } from "./task.ts";

interface CardFactsProps {
  task: Task;
  isCompleted: boolean;
  isNew: boolean;
  showsCategory: boolean;
  /** True while a reminder is being added. */
  isReminding: boolean;
}

/** A completed task asks no questions and offers no choices. */
const settled = {
  others: null,
  unused: null,
  reading: null,
  remindsAt: null,
  reminderChoices: [],
};

export function CardFacts({ task, isCompleted, isNew, ...shown }: CardFactsProps) {
  const { showsCategory, isReminding } = shown;
  const { id, due, repeats, category, assignee, delegation } = task;
  const { others, unused, reading, remindsAt, reminderChoices } = isCompleted ? settled : task;
  const chips = { formAction: `/tasks/${id}/choose`, describedBy: `task-${id}` };
  return (
    <>
      {task.isWaiting && <span className="badge">Waiting for a connection</span>}
      {showsCategory && (
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
      <UnusedWords taskId={id} words={unused} />
    </>
  );
}

/** The task may lack what these words say. */
function UnusedWords({ taskId, words }: { taskId: string; words: string | null }) {
  if (!words) return null;
  return (
    <p className="hint my-0 basis-full pb-1">
      <a className="text-link" href={`/tasks/${taskId}/edit`} aria-describedby={`task-${taskId}`}>
        <span>
          I didn&apos;t use: <bdi>{words}</bdi>
        </span>
      </a>
    </p>
  );
}

function DueChip({ id, due, isCompleted }: Pick<Task, "id" | "due" | "isCompleted">) {
  const isOverdue = due?.isOverdue && !isCompleted;
  return (
    <a className="chip" data-overdue={isOverdue || undefined} href={`/tasks/${id}/date`}>
      <span>
        {due ? <DueTime due={due} /> : "Add a date"}
        {isOverdue && " · overdue"}
      </span>
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
      {repeats.doneFor && <span className="badge">{repeats.doneFor}</span>}
    </>
  );
}

function TurnFacts({ task, isCompleted }: Pick<CardFactsProps, "task" | "isCompleted">) {
  const { id, assignee, hasLeft, repeats } = task;
  const turn = isCompleted ? null : repeats?.turn;
  return (
    <>
      <TurnBadge turn={turn || null} assignee={assignee} />
      {hasLeft && !isCompleted && (
        <span className="hint">
          {" "}
          isn&apos;t on your list any more ·{" "}
          <a className="text-link" href={`/tasks/${id}/edit`} aria-describedby={`task-${id}`}>
            Give it to someone
          </a>
        </span>
      )}
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

interface NextReminderProps {
  taskId: string;
  label: string;
  /** If false, only screen readers get the text. */
  isShown: boolean;
}

function NextReminder({ taskId, label, isShown }: NextReminderProps) {
  const words = `Reminds you ${label}`;
  return (
    <a className="chip" href={`/tasks/${taskId}/reminders`} title={isShown ? undefined : words}>
      <Icon name="bell" />
      <span className={isShown ? undefined : "sr-only"}>{words}</span>
    </a>
  );
}

interface NoReminderProps {
  taskId: string;
  choices: { minutesBefore: number; label: string }[];
}

function NoReminder({ taskId, choices }: NoReminderProps) {
  const returnTo = useContext(ReturnToContext);
  const describedBy = `task-${taskId}`;
  const page = `/tasks/${taskId}/reminders`;
  return (
    <>
      {/* Other pages set `redirectTo` on each card. Without it, this action returns to the task. */}
      {!returnTo && <input type="hidden" name="redirectTo" value="/dashboard" />}
      <details className="card-menu">
        <summary
          className="task-button"
          aria-label="No reminder"
          aria-describedby={describedBy}
          title="No reminder"
        >
          <Icon name="bell-off" />
        </summary>
        <div className="card-menu-panel">
          {choices.map(({ minutesBefore, label }) => (
            <button
              key={minutesBefore}
              type="submit"
              className="menu-item"
              formAction={page}
              name="minutesBefore"
              value={minutesBefore}
              aria-describedby={describedBy}
            >
              {label}
            </button>
          ))}
          <a className="menu-item" href={page} aria-describedby={describedBy}>
            Another time
          </a>
        </div>
      </details>
    </>
  );
}
