import { Form } from "@remix-run/react";
import { useEffect, useRef } from "react";
import { categories, type HomeView, homeViews } from "#app/domain/core/limits.ts";
import {
  type DayGroup,
  dayGroups,
  groupKey,
  homeCards,
  type HomePlace,
  placeUrl,
} from "#app/domain/tasks/lists/home-input.ts";
import { useDismissable } from "../kit/use-dismissable.ts";
import { Icon } from "../icons/icon.tsx";
import { faceOf } from "../kit/face.ts";
import { nameOfWhose, type Whose, WhoseLinks } from "../tasks/whose-links.tsx";
import { CardList } from "../tasks/card/card-list.tsx";
import { type SentTask, useSentTasks } from "../tasks/card/sent-tasks.ts";
import type { Task } from "../tasks/card/task.ts";
import { type HeldAs, TaskLists, useTaskLists } from "../tasks/card/task-lists.tsx";
import { AllCaughtUp, EmptyArea } from "../tasks/card/task-sections.tsx";
import { TasksMissing } from "../tasks/card/tasks-missing.tsx";
import { type Category, CategoryIcon } from "../tasks/category-icon.tsx";

interface HomeSectionsProps {
  home: {
    householdId: string;
    tasks: readonly SentTask[];
    groups: Groups;
    people: Whose["people"];
  } | null;
  errorId: string;
  place: HomePlace;
  /** The view that the viewer has chosen. */
  usualView: HomeView;
  newTaskId: string | undefined;
}

/** By their keys. */
type Groups = Record<string, { count: number; isMore: boolean; isOpen: boolean }>;

/** Shows the tasks by their days, or says that they could not be read. */
export function HomeSections({ home, errorId, ...props }: HomeSectionsProps) {
  const tasks = useSentTasks(home?.tasks);
  return tasks && home ? (
    // No card that is still in its place goes along to another household.
    <Home
      key={home.householdId}
      {...props}
      tasks={tasks}
      groups={home.groups}
      people={home.people}
    />
  ) : (
    <TasksMissing errorId={errorId} />
  );
}

interface HomeProps extends Pick<HomeSectionsProps, "place" | "usualView" | "newTaskId"> {
  tasks: Task[];
  groups: Groups;
}

function Home({ tasks: saved, groups, people, ...props }: HomeProps & Pick<Whose, "people">) {
  const { place, usualView } = props;
  const { view, whose } = place;
  const lists = useTaskLists(saved);
  const isAllDone = Object.keys(groups).every((key) => key.endsWith("done"));
  const hasNone = saved.length === 0 && Object.keys(groups).length === 0;
  const shown = { ...props, groups, heldAs: lists.heldAs };
  return (
    <div className="home">
      {(!isAllDone || whose !== null) && (
        <div className="home-views">
          <ViewChoice place={place} usualView={usualView} />
          <WhoseChoice people={people} place={place} usualView={usualView} />
        </div>
      )}
      <TaskLists
        lists={lists}
        above={
          <>
            {isAllDone && whose === null && lists.heldAs.size === 0 && <AllCaughtUp />}
            {hasNone && whose === null && (
              <p className="first-thing">Tell me one thing you need to remember.</p>
            )}
          </>
        }
      >
        {view === "day" ? (
          <GroupList {...shown} category="" tasks={lists.tasks} />
        ) : (
          categories.map((category) => (
            <Area
              key={category}
              {...shown}
              category={category}
              tasks={lists.tasks.filter((task) => task.category === category)}
            />
          ))
        )}
      </TaskLists>
      {!isAllDone && (
        <a className="text-link" href="/tasks/select">
          Select tasks
        </a>
      )}
    </div>
  );
}

interface GroupListProps extends HomeProps {
  /** "" if all areas stand together. */
  category: Category | "";
  heldAs: HeldAs;
}

function Area({ category, ...props }: GroupListProps & { category: Category }) {
  const hasGroup = ({ place, groups }: HomeProps) =>
    dayGroups.some((group) => groupKey(place.view, category, group) in groups);
  return (
    <section className="category" data-category={category} aria-labelledby={`category-${category}`}>
      <h2 id={`category-${category}`} className="category-heading">
        <CategoryIcon category={category} />
        {category}
      </h2>
      {props.tasks.length > 0 || hasGroup(props) ? (
        <GroupList category={category} {...props} />
      ) : (
        <EmptyArea category={category} />
      )}
    </section>
  );
}

function GroupList({ category, tasks, groups, ...props }: GroupListProps) {
  return dayGroups.map((group) => {
    const name = groupKey(props.place.view, category, group);
    return (
      <Group
        key={name}
        name={name}
        group={group}
        tasks={tasks.filter((task) => task.group === group)}
        {...(groups[name] ?? { count: 0, isMore: false, isOpen: true })}
        {...props}
      />
    );
  });
}

const viewNames = { area: "By area", day: "By day" };

function ViewChoice({ place, usualView }: Pick<HomeProps, "place" | "usualView">) {
  const { view } = place;
  return (
    <nav aria-label="View">
      {homeViews.map((each) => (
        <a
          key={each}
          className="text-link"
          href={placeUrl({ ...place, view: each, open: {} }, usualView)}
          aria-current={each === view ? "page" : undefined}
        >
          {viewNames[each]}
        </a>
      ))}
      {view !== usualView && (
        <Form method="post" action="/dashboard/view" preventScrollReset>
          <input type="hidden" name="redirectTo" value={placeUrl({ ...place, open: {} }, view)} />
          <button type="submit" className="text-link" name="view" value={view}>
            Always show this
          </button>
        </Form>
      )}
    </nav>
  );
}

/** Names the person whose tasks are shown, and opens the choice of another. */
function WhoseChoice({
  people,
  place,
  usualView,
}: Pick<HomeProps, "place" | "usualView"> & Pick<Whose, "people">) {
  const { whose } = place;
  const menu = useDismissable();
  if (people.length < 2 && whose === null) return null;
  const face = people.find(({ id }) => id === whose)?.face;
  const name = nameOfWhose({ people, whose }) ?? "Everyone";
  return (
    <details key={whose} ref={menu} className="whose-menu" data-chosen={whose ?? undefined}>
      <summary className="text-link">
        <span className="sr-only">Whose tasks: </span>
        {whose === null && <Icon name="users" />}
        <bdi {...faceOf(name, face)}>{name}</bdi>
      </summary>
      <WhoseLinks
        people={people}
        whose={whose}
        urlOf={(to) => placeUrl({ ...place, whose: to }, usualView)}
      />
    </details>
  );
}

const groupNames: Record<DayGroup, string> = {
  overdue: "Overdue",
  today: "Today",
  tomorrow: "Tomorrow",
  "next-7-days": "Next 7 days",
  later: "Later",
  "no-date": "No date",
  done: "Completed",
};

const canFold: readonly DayGroup[] = ["next-7-days", "later", "no-date", "done"];

interface GroupProps {
  name: string;
  group: DayGroup;
  tasks: Task[];
  count: number;
  isMore: boolean;
  isOpen: boolean;
  place: HomePlace;
  usualView: HomeView;
  newTaskId: string | undefined;
  heldAs: HeldAs;
}

function Group({ name, group, tasks, count, isOpen, heldAs, ...props }: GroupProps) {
  const { isMore, place, usualView, newTaskId } = props;
  const focusFirstNew = useFirstNew(tasks);
  if (count === 0 && tasks.length === 0) return null;
  const { [name]: shown = homeCards.group, ...others } = place.open;
  const urlWith = (open: HomePlace["open"]) => placeUrl({ ...place, open }, usualView);
  const foldUrl = urlWith(isOpen ? others : { ...place.open, [name]: homeCards.group });
  const moreUrl = urlWith({ ...others, [name]: Math.min(count, homeCards.all) });
  const isFull = isOpen ? shown >= homeCards.all : tasks.length === 0;
  const rest = isFull ? 0 : count - (isOpen ? shown : tasks.length);
  return (
    <div className="group" data-group={group}>
      <p className="group-name">
        {canFold.includes(group) ? (
          <a href={foldUrl} aria-expanded={isOpen}>
            <GroupLabel group={group} count={isMore ? `${count}+` : count} />
          </a>
        ) : (
          <GroupLabel group={group} count={isMore ? `${count}+` : count} />
        )}
      </p>
      {tasks.length > 0 && (
        <CardList
          cards={tasks.map((task) => ({
            task,
            isNew: task.id === newTaskId,
            isFolded: false,
            showsCategory: place.view === "day" || task.id === newTaskId,
            heldAs: heldAs.get(task.id),
          }))}
        />
      )}
      {rest > 0 && (
        <a
          className="group-more text-link"
          href={`${isOpen ? moreUrl : foldUrl}#task-${tasks.at(-1)?.id}`}
          onClick={focusFirstNew}
        >
          {rest} more<span className="sr-only"> in {groupNames[group]}</span>
        </a>
      )}
    </div>
  );
}

function GroupLabel({ group, count }: { group: DayGroup; count: number | string }) {
  return (
    <>
      {groupNames[group]} <span className="group-count">{count}</span>
    </>
  );
}

/** Focuses the first of the cards that a press added, because its link goes away. */
function useFirstNew(tasks: Task[]): () => void {
  const before = useRef<Set<string>>();
  useEffect(() => {
    const first = before.current && tasks.find(({ id }) => !before.current!.has(id));
    if (!first) return;
    before.current = undefined;
    document.querySelector<HTMLElement>(`#task-${CSS.escape(first.id)} a`)?.focus();
  }, [tasks]);
  return () => {
    before.current = new Set(tasks.map(({ id }) => id));
  };
}
