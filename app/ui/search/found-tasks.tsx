import { Link } from "@remix-run/react";
import { type Category, CategoryIcon } from "../tasks/category-icon.tsx";
import { DueTime, type ShownDue } from "../tasks/date/due-time.tsx";

interface FoundTask {
  id: string;
  title: string;
  category: Category;
  due: ShownDue | null;
  assignee: string | null;
  times: number;
}

interface Found {
  open: FoundTask[];
  done: FoundTask[];
  deleted: FoundTask[];
  isCut: boolean;
  isGuess: boolean;
}

/** `found` is null if the text has no word. */
export function FoundTasks({ text, found }: { text: string; found: Found | null }) {
  const count = found ? found.open.length + found.done.length + found.deleted.length : 0;
  return (
    <>
      <p role="status" className="hint">
        {text !== "" && describe(text, found, count)}
      </p>
      {found && count > 0 && (
        <>
          <Section name="Open" tasks={found.open} />
          <Section name="Done" tasks={found.done} />
          <Section name="Deleted in the last 30 days" tasks={found.deleted} />
          {found.isCut && <p className="hint">There are more. Another word narrows it down.</p>}
        </>
      )}
    </>
  );
}

function describe(text: string, found: Found | null, count: number): string {
  if (!found) return "Please type a word or a number.";
  if (count === 0) return `Nothing found for “${text}”. Try fewer or other words.`;
  const tasks = count === 1 ? "1 task" : `${count} tasks`;
  return found.isGuess
    ? `Nothing is written just so. This comes close: ${tasks}`
    : `Found ${tasks}`;
}

function Section({ name, tasks }: { name: string; tasks: FoundTask[] }) {
  if (tasks.length === 0) return null;
  return (
    <section className="settings-section">
      <h2 className="section-title">{name}</h2>
      <ul className="found-tasks">
        {tasks.map((task) => (
          <FoundRow key={task.id} task={task} />
        ))}
      </ul>
    </section>
  );
}

function FoundRow({ task: { id, title, category, due, assignee, times } }: { task: FoundTask }) {
  return (
    <li>
      <Link to={`/tasks/${id}`} className="found-task" discover="none">
        <CategoryIcon category={category} />
        <span className="found-words">
          <bdi className="found-title">{title}</bdi>{" "}
          <span className="found-facts">
            <span className="sr-only">{category}. </span>
            {due ? <DueTime due={due} /> : "No date"}
            {assignee && (
              <>
                {" · "}
                <bdi>{assignee}</bdi>
              </>
            )}
            {times > 1 && ` · the latest of ${times}`}
          </span>
        </span>
      </Link>
    </li>
  );
}
