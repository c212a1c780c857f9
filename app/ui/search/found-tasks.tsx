import { Link } from "@remix-run/react";
import { Icon } from "../icons/icon.tsx";
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

interface FoundItem {
  id: string;
  name: string;
  isTicked: boolean;
  list: { id: string; name: string };
}

interface FoundTasksProps {
  text: string;
  /** Null if the text has no word. */
  found: Found | null;
  listed: { items: FoundItem[]; isGuess: boolean };
}

export function FoundTasks({ text, found, listed }: FoundTasksProps) {
  const { items } = listed;
  const count = found ? found.open.length + found.done.length + found.deleted.length : 0;
  return (
    <>
      <p role="status" className="hint">
        {text !== "" && describe(text, found, count, listed)}
      </p>
      {found && count + items.length > 0 && (
        <>
          <Section name="Open" tasks={found.open} />
          <Items items={items} />
          <Section name="Done" tasks={found.done} />
          <Section name="Deleted in the last 30 days" tasks={found.deleted} />
          {found.isCut && <p className="hint">There are more. Another word narrows it down.</p>}
        </>
      )}
    </>
  );
}

function describe(
  text: string,
  found: Found | null,
  count: number,
  listed: FoundTasksProps["listed"],
): string {
  if (!found) return "Please type a word or a number.";
  const items = listed.items.length;
  if (count + items === 0) return `Nothing found for “${text}”. Try fewer or other words.`;
  const tasks = count === 1 ? "1 task" : `${count} tasks`;
  const onLists = items === 1 ? "1 item on a list" : `${items} items on lists`;
  const all = [...(count > 0 ? [tasks] : []), ...(items > 0 ? [onLists] : [])].join(" and ");
  const isGuess = count === 0 ? listed.isGuess : found.isGuess && (items === 0 || listed.isGuess);
  return isGuess ? `Nothing is written just so. This comes close: ${all}` : `Found ${all}`;
}

function Items({ items }: { items: FoundItem[] }) {
  if (items.length === 0) return null;
  return (
    <section className="settings-section">
      <h2 className="section-title">On lists</h2>
      <ul className="found-tasks">
        {items.map(({ id, name, isTicked, list }) => (
          <li key={id}>
            <Link to={`/lists/${list.id}`} className="found-task" discover="none">
              <Icon name="list-checks" />
              <span className="found-words">
                <bdi className="found-title">{name}</bdi>{" "}
                <span className="found-facts">
                  <bdi>{list.name}</bdi>
                  {isTicked && " · ticked"}
                </span>
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
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
