import { Link } from "@remix-run/react";
import { Fragment } from "react";
import { Icon } from "../icons/icon.tsx";
import { type Category, CategoryIcon } from "../tasks/category-icon.tsx";

interface Day {
  date: string;
  weekday: string;
  name: string;
  isToday: boolean;
  tasks: DayTask[];
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
  isCompleted: boolean;
  isLater: boolean;
}

/** Tests whether a day is past and empty, which phones do not show. */
const isOver = ({ tasks, events }: Day, index: number, days: Day[]) =>
  tasks.length + events.length === 0 && index < days.findIndex(({ isToday }) => isToday);

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

export function WeekDays({ days }: { days: Day[] }) {
  return (
    <div className="week-days">
      {days.map((day, number) => (
        <section
          key={day.date}
          id={`day-${day.date}`}
          data-over={isOver(day, number, days) || undefined}
          className={day.isToday ? "week-day week-today" : "week-day"}
          aria-labelledby={`name-${day.date}`}
        >
          <h3 id={`name-${day.date}`} className="week-day-name">
            {day.weekday} <span className="week-day-date">{day.name}</span>
            {day.isToday && <span className="badge">Today</span>}
          </h3>
          {day.tasks.length + day.events.length === 0 ? (
            <p className="week-nothing">Nothing planned</p>
          ) : (
            <ul>
              {day.tasks.map((task, index) => (
                <Fragment key={task.id}>
                  <EventRows events={day.events} tasksBefore={index} />
                  <DayRow task={task} />
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
  task: { href, title, category, time, who, isCompleted, isLater },
}: {
  task: DayTask;
}) {
  return (
    <li>
      <Link to={href} className="week-task" discover="none">
        <span className="week-time">{time}</span>{" "}
        <span className="week-words">
          <bdi className={isCompleted ? "week-title week-done" : "week-title"}>{title}</bdi>{" "}
          <span className="week-facts">
            <CategoryIcon category={category} />
            <span className="sr-only">{category}</span>
            {isCompleted && <span> Done</span>}
            {isLater && (
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
  tasks: { id: string; title: string }[];
  count: number;
}

/** A drawer of tasks that wait for a day. */
export function Undated({ tasks, count }: UndatedProps) {
  if (count === 0) return null;
  return (
    <details className="week-undated">
      <summary className="text-link">No date yet ({count})</summary>
      <ul className="found-tasks mt-2">
        {tasks.map(({ id, title }) => (
          <li key={id}>
            <Link to={`/tasks/${id}/date`} className="found-task" discover="none">
              <Icon name="calendar-plus" />
              <bdi className="found-title">{title}</bdi>
              <span className="sr-only">: pick a day</span>
            </Link>
          </li>
        ))}
      </ul>
      {count > tasks.length && <p className="hint">The newest {tasks.length} are shown.</p>}
    </details>
  );
}
