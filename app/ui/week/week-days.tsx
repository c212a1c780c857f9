import { Link } from "@remix-run/react";
import { Fragment } from "react";
import { useInBrowser } from "../kit/use-in-browser.ts";
import { Icon } from "../icons/icon.tsx";
import { type Category, CategoryIcon } from "../tasks/category-icon.tsx";

interface Day {
  date: string;
  weekday: string;
  name: string;
  isToday: boolean;
  usualTime: string | null;
  tasks: DayTask[];
  lasting: { id: string; href: string; title: string; until: string }[];
  events: DayEvent[];
}

interface DayEvent {
  id: number;
  title: string;
  calendar: string;
  time: string;
  tasksBefore: number;
}

interface DayTask {
  id: string;
  href: string;
  title: string;
  category: Category;
  time: string | null;
  who: string | null;
  about: string | null;
  isCompleted: boolean;
  repeats: boolean;
  until: string | null;
  movableFrom: string | null;
}

/** The attributes of a day on which a task can be dropped. */
const landing = ({ date, weekday, name, usualTime }: Day) =>
  usualTime === null
    ? {}
    : { "data-drop": date, "data-time": usualTime, "data-name": `${weekday}, ${name}` };

/** Tests whether a day is past and empty, which phones do not show. */
const isOver = ({ tasks, lasting, events }: Day, index: number, days: Day[]) =>
  tasks.length + lasting.length + events.length === 0 &&
  index < days.findIndex(({ isToday }) => isToday);

/** Leads to each day of a long page on a phone. */
export function WeekStrip({ days }: { days: Day[] }) {
  return (
    <nav className="week-strip" aria-label="Days">
      <ul>
        {days.map((day, index) => {
          const { date, weekday, name, isToday, tasks } = day;
          const open = tasks.filter(({ isCompleted }) => !isCompleted).length;
          return (
            <li key={date}>
              <a
                href={isOver(day, index, days) ? undefined : `#day-${date}`}
                aria-current={isToday ? "date" : undefined}
                {...landing(day)}
              >
                <span aria-hidden="true">{weekday.slice(0, 3)}</span>
                <span aria-hidden="true" className="week-strip-day">
                  {Number(date.slice(-2))}
                </span>
                <span aria-hidden="true" className="week-strip-count">
                  {open || ""}
                </span>
                <span className="sr-only">
                  {weekday}, {name}: {open === 1 ? "1 task" : `${open} tasks`}
                </span>
              </a>
            </li>
          );
        })}
      </ul>
    </nav>
  );
}

/** @param movingId the task that is on its way to another day */
export function WeekDays({ days, movingId }: { days: Day[]; movingId: string | undefined }) {
  return (
    <div className="week-days">
      {days.map((day, number) => (
        <section
          key={day.date}
          id={`day-${day.date}`}
          tabIndex={-1}
          data-over={isOver(day, number, days) || undefined}
          className={day.isToday ? "week-day week-today" : "week-day"}
          aria-labelledby={`name-${day.date}`}
          {...landing(day)}
        >
          <h3 id={`name-${day.date}`} className="week-day-name">
            {day.weekday} <span className="week-day-date">{day.name}</span>{" "}
            {day.isToday && <span className="badge">Today</span>}
          </h3>
          {day.lasting.map(({ id, href, title, until }) => (
            <p key={id} className="week-lasting">
              <Link to={href} discover="none">
                <bdi>{title}</bdi> <span className="whitespace-nowrap">{until}</span>
              </Link>
            </p>
          ))}
          {day.tasks.length + day.events.length === 0 ? (
            <p className="week-nothing">Nothing planned</p>
          ) : (
            <ul>
              {day.tasks.map((task, index) => (
                <Fragment key={task.id}>
                  <EventRows events={day.events} tasksBefore={index} />
                  <DayRow task={task} isMoving={task.id === movingId} />
                </Fragment>
              ))}
              <EventRows events={day.events} tasksBefore={day.tasks.length} />
            </ul>
          )}
        </section>
      ))}
    </div>
  );
}

function DayRow({
  task: { id, href, title, category, time, until, who, about, isCompleted, repeats, movableFrom },
  isMoving,
}: {
  task: DayTask;
  isMoving: boolean;
}) {
  const dragged = movableFrom !== null && {
    "data-drag": id,
    "data-seen": movableFrom,
    "data-timed": time === null ? undefined : "",
  };
  return (
    <li {...dragged} aria-busy={isMoving || undefined}>
      <Link to={href} className="week-task" discover="none">
        <span className="week-time">{time}</span>{" "}
        <span className="week-words">
          <bdi className={isCompleted ? "week-title week-done" : "week-title"}>{title}</bdi>{" "}
          {about && <bdi className="hint">for {about} </bdi>}
          {until && <span className="hint whitespace-nowrap">{until} </span>}
          <span className="week-facts">
            <CategoryIcon category={category} />
            <span className="sr-only">{category}</span>
            {isCompleted && <span> Done</span>}
            {repeats && (
              <>
                {" "}
                <Icon name="repeat" />
                <span className="sr-only">Repeats</span>
              </>
            )}
            {who && <bdi> {who}</bdi>}
          </span>
        </span>
      </Link>
    </li>
  );
}

/** Shows the events between two tasks. They are read-only. */
function EventRows({ events, tasksBefore }: { events: DayEvent[]; tasksBefore: number }) {
  return events
    .filter((event) => event.tasksBefore === tasksBefore)
    .map(({ id, title, calendar, time }) => (
      <li key={id} className="week-event">
        <span className="week-time">{time}</span>{" "}
        <span className="week-words">
          <bdi className="week-event-title">{title}</bdi>{" "}
          <bdi className="week-facts">{calendar}</bdi>
        </span>
      </li>
    ));
}

interface UndatedProps {
  tasks: { id: string; title: string; about: string | null }[];
  count: number;
  movingId: string | undefined;
}

/** A drawer of tasks that wait for a day. */
export function Undated({ tasks, count, movingId }: UndatedProps) {
  const canDrag = useInBrowser(() => true, false);
  if (count === 0) return null;
  return (
    <details className="week-undated">
      <summary className="text-link">No date yet ({count})</summary>
      {canDrag && (
        <p className="hint mt-2">Press one to pick its day, or hold it and drag it to a day.</p>
      )}
      <ul className="found-tasks mt-2">
        {tasks.map(({ id, title, about }) => (
          <li key={id} data-drag={id} data-seen="" aria-busy={id === movingId || undefined}>
            <Link to={`/tasks/${id}/date`} className="found-task" discover="none">
              <Icon name="calendar-plus" />
              <bdi className="found-title">{title}</bdi>
              {about && <bdi className="hint"> for {about}</bdi>}
              <span className="sr-only">: pick a day</span>
            </Link>
          </li>
        ))}
      </ul>
      {count > tasks.length && <p className="hint">The newest {tasks.length} are shown.</p>}
    </details>
  );
}
