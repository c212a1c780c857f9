import { Icon } from "../icons/icon.tsx";

interface Day {
  name: string;
  tasks: Task[];
}

interface Task {
  id: string;
  title: string;
  when: string | null;
  state: "open" | "done" | "later";
  seen: string;
  canUndo: boolean;
}

/** @param page the address of the child's page */
export function ChildTasks({ days, page }: { days: Day[]; page: string }) {
  const today = days.find(({ name }) => name === "Today")?.tasks ?? [];
  const open = today.filter(({ state }) => state === "open").length;
  return (
    <>
      <p className="child-summary">{summarize(open, today.length - open)}</p>
      {days.map(({ name, tasks }) => (
        <section key={name} aria-label={name}>
          <h2 className="child-day">{name}</h2>
          <ul className="child-tasks">
            {tasks.map((task) => (
              <li key={task.id} data-state={task.state}>
                <TaskRow task={task} page={page} />
              </li>
            ))}
          </ul>
        </section>
      ))}
    </>
  );
}

function summarize(open: number, done: number): string {
  if (open > 0) return open === 1 ? "One thing to do today." : `${open} things to do today.`;
  return done > 0 ? "All done for today. Well done!" : "Nothing to do today. Have fun!";
}

/** A plain form: a new page after each tick needs no script, and shows what is true. */
function TaskRow({ task, page }: { task: Task; page: string }) {
  const { id, title, when, state, seen, canUndo } = task;
  const words = (
    <>
      <bdi className="child-title">{title}</bdi>
      {when && <span className="child-when"> {when}</span>}
    </>
  );
  if (state === "open")
    return (
      <form method="post" action={`${page}/tick`}>
        <input type="hidden" name="taskId" value={id} />
        <input type="hidden" name="seen" value={seen} />
        <button type="submit" className="child-row">
          <span className="child-box" aria-hidden="true" />
          <span className="min-w-0">
            <span className="sr-only">Mark as complete: </span>
            {words}
          </span>
        </button>
      </form>
    );
  return (
    <div className="child-row">
      <span className="child-box" aria-hidden="true">
        {state === "done" && <Icon name="check" />}
      </span>
      <span className="min-w-0 grow">
        {state === "done" && <span className="sr-only">Done: </span>}
        {words}
      </span>
      {canUndo && (
        <form method="post" action={`${page}/untick`}>
          <input type="hidden" name="taskId" value={id} />
          <button type="submit" className="button-secondary" aria-label={`Undo: ${title}`}>
            Undo
          </button>
        </form>
      )}
    </div>
  );
}
