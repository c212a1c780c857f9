import type { FormEvent } from "react";
import { categories } from "#app/domain/core/limits.ts";
import { useInBrowser } from "#app/ui/kit/use-in-browser.ts";
import { type Category, CategoryIcon } from "../category-icon.tsx";
import { DueTime, type ShownDue } from "../date/due-time.tsx";

interface ListedTask {
  id: string;
  title: string;
  due: (ShownDue & { local: string }) | null;
  category: Category;
  assignee: string | null;
}

interface TasksToSelectProps {
  /** Ticks all of them, because all wait for an answer. */
  isOverdue: boolean;
  tasks: readonly ListedTask[];
  /** More than the tasks if there are too many to show. */
  count: number;
  /** The submitted boxes of a refused form. */
  sent: ReadonlySet<string> | undefined;
  errors: readonly string[] | undefined;
}

export function TasksToSelect({ isOverdue, tasks, count, sent, errors }: TasksToSelectProps) {
  const [few, hint] = isOverdue
    ? [`The ${tasks.length} that are overdue the longest, of ${count}`, overdueHint]
    : [`The next ${tasks.length} of ${count}`, undefined];
  const about = count > tasks.length ? few : hint;
  const numbered = tasks.map((task, index) => ({ ...task, index }));
  return (
    <div>
      {about && <p className="hint">{about}</p>}
      {categories.map((category) => {
        const own = numbered.filter((task) => task.category === category);
        return (
          own.length > 0 && (
            <Area
              key={category}
              category={category}
              tasks={own}
              isTicked={(value) => sent?.has(value) ?? isOverdue}
              describedBy={errors && "tasks-error"}
            />
          )
        );
      })}
      {errors && (
        <p id="tasks-error" className="field-error">
          {errors.join(" ")}
        </p>
      )}
    </div>
  );
}

const overdueHint = "Untick what should stay as it is.";

interface AreaProps {
  category: Category;
  tasks: readonly (ListedTask & { index: number })[];
  isTicked: (value: string) => boolean;
  describedBy: string | undefined;
}

/** "All" ticks and unticks the others, and shows if all of them are ticked. */
function tickTogether({ target, currentTarget }: FormEvent<HTMLFieldSetElement>) {
  const all = currentTarget.querySelector<HTMLInputElement>("[data-all]");
  if (!all) return;
  const boxes = [...currentTarget.querySelectorAll<HTMLInputElement>("input:not([data-all])")];
  if (target === all) for (const box of boxes) box.checked = all.checked;
  else all.checked = boxes.every((box) => box.checked);
}

function Area({ category, tasks, isTicked, describedBy }: AreaProps) {
  const canTickAll = useInBrowser(() => true, false) && tasks.length > 1;
  const boxes = tasks.map((task) => ({ ...task, value: `${task.id} ${task.due?.local ?? ""}` }));
  return (
    <fieldset className="select-area" aria-describedby={describedBy} onChange={tickTogether}>
      <legend className="category-heading" data-category={category}>
        <CategoryIcon category={category} />
        {category}
      </legend>
      {canTickAll && (
        <label className="select-task">
          <input
            type="checkbox"
            data-all
            defaultChecked={boxes.every(({ value }) => isTicked(value))}
          />
          All {tasks.length}
        </label>
      )}
      {boxes.map(({ id, title, due, assignee, index, value }) => (
        <label key={id} className="select-task">
          <input
            type="checkbox"
            name={`tasks[${index}].seen`}
            value={value}
            defaultChecked={isTicked(value)}
          />
          <span className="found-words">
            <bdi className="found-title">{title}</bdi>{" "}
            <span className="found-facts">
              {due ? <DueTime due={due} /> : "No date"}
              {assignee !== null && (
                <>
                  {" · "}
                  <bdi>{assignee}</bdi>
                </>
              )}
            </span>
          </span>
        </label>
      ))}
    </fieldset>
  );
}
