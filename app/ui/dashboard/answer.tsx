import { Link } from "@remix-run/react";
import { focusInput } from "../add-task/focus-input.ts";
import { PageForm } from "../shell/page-form.tsx";
import { DueTime, type ShownDue } from "../tasks/date/due-time.tsx";

interface Task {
  id: string;
  title: string;
  due: (ShownDue & { local: string }) | null;
  assignee: string | null;
  isTurn: boolean;
}

interface Noted extends Task {
  note: string | null;
}

interface Option extends Task {
  action: "move" | "cancel" | "complete" | "delete" | "assign";
  isRepeating: boolean;
  to: string | null;
  person: string | null;
  reachesOthers: boolean;
}

type Status = "open" | "overdue" | "done";

interface Asked {
  text: string;
  /** An instant. */
  at: string;
  answer:
    | { type: "found"; status: Status; tasks: Noted[]; count: number; asksWho: boolean }
    | { type: "away"; lines: string[] }
    | { type: "done"; id: string; title: string; words: string }
    | { type: "nothing"; status: Status }
    | { type: "list"; id: string; name: string; open: string[] }
    | { type: "empty" }
    | { type: "changes"; options: Option[]; count: number }
    | { type: "refused"; words: string }
    | null;
}

/** Stands above the input until the next task is added. */
export function Answer({ asked }: { asked: Asked | null | undefined }) {
  if (!asked?.answer) return null;
  const { text, at, answer } = asked;
  return (
    <section className="card-panel answer" aria-labelledby="answer-asked">
      <h2 id="answer-asked" className="answer-asked" dir="auto">
        {text}
      </h2>
      <div role="status">
        <p className="hint">{describe(answer)}</p>
        <FoundList answer={answer} />
      </div>
      {answer.type === "list" && (
        <Link to={`/lists/${answer.id}`} className="text-link">
          Open the list
        </Link>
      )}
      {answer.type === "away" && (
        <Link to="/week" className="text-link">
          Open the week
        </Link>
      )}
      {answer.type === "done" && (
        <Link to={`/tasks/${answer.id}`} className="text-link" preventScrollReset>
          <bdi>{answer.title}</bdi>
        </Link>
      )}
      {answer.type === "changes" && <Changes text={text} at={at} options={answer.options} />}
      <div className="answer-ways">
        <PageForm action="/dashboard">
          <input type="hidden" name="text" value={text} />
          <input type="hidden" name="as" value="task" />
          <button type="submit" className="text-link" onClick={focusInput}>
            Add it as a task instead
          </button>
        </PageForm>
        <Link to="/dashboard" className="text-link" preventScrollReset onClick={focusInput}>
          Close
        </Link>
      </div>
    </section>
  );
}

/** The tasks or the items that answer a question. */
function FoundList({ answer }: { answer: NonNullable<Asked["answer"]> }) {
  if (answer.type === "list") {
    return (
      <ul className="answer-items">
        {answer.open.slice(0, maxItemsShown).map((name) => (
          <li key={name} dir="auto">
            {name}
          </li>
        ))}
      </ul>
    );
  }
  if (answer.type !== "found") return null;
  return (
    <ul className="found-tasks">
      {answer.tasks.map((task) => (
        <li key={`${task.id} ${task.due?.instant}`}>
          <Link to={`/tasks/${task.id}`} className="found-task" preventScrollReset>
            <TaskWords task={task} note={task.note} asksWho={answer.asksWho} />
          </Link>
        </li>
      ))}
    </ul>
  );
}

function describe(answer: NonNullable<Asked["answer"]>): string {
  switch (answer.type) {
    case "found":
      return describeFound(answer);
    case "away":
      return answer.lines.map((line) => `${line}.`).join(" ");
    case "done":
      return `${answer.words}.`;
    case "nothing":
      return foundNone[answer.status];
    case "list":
      return answer.open.length === 0
        ? `Nothing is open on ${answer.name}.`
        : `${answer.open.length} open on ${answer.name}:`;
    case "empty":
      return "I can't find anything to do in that. What do you need?";
    case "changes":
      if (answer.options.length === 1) return "Do you mean this?";
      return answer.count > answer.options.length
        ? `${answer.count} tasks fit. These are the first. Which one?`
        : "Which one?";
    case "refused":
      return answer.words;
  }
}

function describeFound({ status, tasks, count, asksWho }: Found): string {
  if (asksWho && tasks.length === 1) return `${holderOf(tasks[0]!)}:`;
  if (count === 1) return foundOne[status];
  return count > tasks.length
    ? `I found ${count} ${kinds[status]}. The first are:`
    : `I found ${count} ${kinds[status]}:`;
}

type Found = Extract<Asked["answer"], { type: "found" }>;

const maxItemsShown = 20;

const foundOne = {
  open: "I found this:",
  overdue: "One task is overdue:",
  done: "One task was done:",
} as const;

const kinds = { open: "tasks", overdue: "overdue tasks", done: "done tasks" } as const;

const foundNone = {
  open: "I found nothing open like that.",
  overdue: "Nothing is overdue.",
  done: "I found nothing that was done then.",
} as const;

function holderOf({ assignee, isTurn }: Task): string {
  if (assignee === null) return "Nobody has it yet";
  return isTurn ? `It's ${assignee}'s turn` : `${assignee} has it`;
}

interface TaskWordsProps {
  task: Task;
  note?: string | null;
  asksWho?: boolean;
}

function TaskWords({ task, note = null, asksWho = false }: TaskWordsProps) {
  const { title, due, assignee, isTurn } = task;
  return (
    <span className="found-words">
      <bdi className="found-title">{title}</bdi>{" "}
      <span className="found-facts">
        {due ? <DueTime due={due} /> : "No date"}
        {assignee && (
          <>
            {" · "}
            <bdi>{assignee}</bdi>
            {asksWho && isTurn && "’s turn"}
          </>
        )}
        {asksWho && !assignee && " · Nobody yet"}
        {note !== null && (
          <>
            {" · "}
            <bdi>{note}</bdi>
          </>
        )}
      </span>
    </span>
  );
}

interface Shown {
  text: string;
  at: string;
  options: Option[];
}

function Changes({ text, at, options }: Shown) {
  return (
    <ul className="found-tasks">
      {options.map((option) => (
        <li key={`${option.id} ${option.person}`} className="answer-change">
          <TaskWords task={option} />
          <PageForm action="/asked">
            <input type="hidden" name="text" value={text} />
            <input type="hidden" name="taskId" value={option.id} />
            <input type="hidden" name="seenDue" value={option.due?.local ?? ""} />
            <input type="hidden" name="askedAt" value={at} />
            {option.person && <input type="hidden" name="person" value={option.person} />}
            <button type="submit" className="button-secondary" onClick={focusInput}>
              {nameOf(option)}
              <span className="sr-only">: {option.title}</span>
            </button>
          </PageForm>
          {option.reachesOthers && option.person === null && (
            <p className="hint">
              <bdi>{option.assignee ?? "The one you asked"}</bdi> hears of it.
            </p>
          )}
        </li>
      ))}
    </ul>
  );
}

function nameOf({ action, isRepeating, to, person }: Option): string {
  switch (action) {
    case "move":
      return `Move to ${to}`;
    case "complete":
      return "Mark as done";
    case "assign":
      return `Give to ${person}`;
    case "cancel":
      return isRepeating ? "Skip this time" : "Delete";
    case "delete":
      return isRepeating ? "Delete, with all that follow" : "Delete";
  }
}
