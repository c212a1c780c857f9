import { UndatedBreak } from "#app/ui/breaks/undated-break.tsx";
import { DelegationLink } from "#app/ui/delegation/delegation-link.tsx";
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

/**
 * Limits a card to three Tab stops: done, its title and More, which leads to everything else.
 */
const noStop = { tabIndex: -1 };

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
  const { id, repeats, category, assignee, delegation } = task;
  const { others, unused, reading, remindsAt, reminderChoices } = isCompleted ? settled : task;
  const hasWords = isNew || reading !== null;
  const reminder = (
    <ReminderFacts
      taskId={id}
      remindsAt={remindsAt}
      choices={isReminding ? [] : reminderChoices}
      isNew={isNew}
      isJustAdded={reading !== null}
    />
  );
  const chips = { formAction: `/tasks/${id}/choose`, describedBy: `task-${id}` };
  return (
    <>
      {task.isWaiting && <span className="badge">Waiting for a connection</span>}
      {showsCategory && (
        <a className="chip" data-category={category} href={`/tasks/${id}/edit`} {...noStop}>
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
      <DueChip {...task} isCompleted={isCompleted} />
      {others && (
        <Chips
          name="dueDate"
          choices={others.dues.map(({ local, label }) => ({ value: local, label }))}
          {...chips}
        />
      )}
      {!hasWords && reminder}
      <Ticked words={task.checklist} />
      {repeats && <RepeatFacts repeats={repeats} isInWords={!reading} />}
      {reading && <DueWords taskId={id} words={reading.words} repeats={repeats?.words} />}
      <PeopleFacts task={task} isCompleted={isCompleted} />
      {delegation && <DelegationLink taskId={id} delegation={delegation} assignee={assignee} />}
      {hasWords && reminder}
      <SkippedTime words={reading?.skippedTime} />
      <UnusedWords taskId={id} words={unused} />
    </>
  );
}

function Ticked({ words }: { words: string | undefined }) {
  return words ? <span className="hint ticked">{words}</span> : null;
}

function SkippedTime({ words }: { words: string | null | undefined }) {
  return words ? <p className="hint my-0 basis-full pb-1">{words}</p> : null;
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

function DueChip({
  id,
  title,
  due,
  isCompleted,
}: Pick<Task, "id" | "title" | "due" | "isCompleted">) {
  const isUnasked = isCompleted && !due;
  if (isUnasked || due?.label === "") return null;
  const isOverdue = due?.isOverdue && !isCompleted;
  return (
    <a
      className="chip"
      data-overdue={isOverdue || undefined}
      href={`/tasks/${id}/date`}
      {...(due ? { "aria-describedby": `task-${id}` } : { "aria-label": `Add a date: ${title}` })}
      {...noStop}
    >
      {due ? <DueTime due={due} /> : "Add a date"}
      {isOverdue && <span className="due-overdue"> · overdue</span>}
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

function PeopleFacts({ task, isCompleted }: Pick<CardFactsProps, "task" | "isCompleted">) {
  const { id, assignee, about, face, hasLeft, repeats } = task;
  const turn = isCompleted ? null : repeats?.turn;
  return (
    <>
      <TurnBadge turn={turn || null} assignee={assignee} face={face} />
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
      {about && <bdi className="hint">for {about}</bdi>}
    </>
  );
}

interface ReminderFactsProps {
  taskId: string;
  remindsAt: string | null;
  choices: Task["reminderChoices"];
  isNew: boolean;
  isJustAdded: boolean;
}

/** Shows the next reminder, in words if it is soon or the task is new. */
function ReminderFacts({ taskId, remindsAt, choices, isNew, isJustAdded }: ReminderFactsProps) {
  const page = `/tasks/${taskId}/reminders`;
  if (remindsAt) {
    const words = `Reminds you ${remindsAt}`;
    return isNew || !remindsAt.includes(",") ? (
      <a className="chip bell" href={page} aria-describedby={`task-${taskId}`} {...noStop}>
        {words}
      </a>
    ) : (
      <a
        className="chip bell"
        href={page}
        aria-label={words}
        aria-describedby={`task-${taskId}`}
        {...noStop}
      />
    );
  }
  const choice = choices.at(-1);
  if (!choice) return null;
  const { minutesBefore, label } = choice;
  const add = { type: "submit", name: "minutesBefore", value: minutesBefore } as const;
  return isNew || isJustAdded ? (
    <button {...add} className="choice-chip" formAction={page}>
      No reminder <span>{label}</span>
    </button>
  ) : (
    <button
      {...add}
      className="chip bell-off"
      formAction={page}
      aria-label={`No reminder. Add one: ${label.toLowerCase()}`}
      aria-describedby={`task-${taskId}`}
      {...noStop}
    />
  );
}
