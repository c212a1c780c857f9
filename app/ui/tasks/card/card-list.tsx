import { type ReactElement, createContext, useContext } from "react";
import { ReturnToContext } from "#app/ui/kit/hidden-fields.tsx";
import { CardView } from "./card-view.tsx";
import { TaskCard, type TaskCardProps } from "./task-card.tsx";

/**
 * On the server, caches the markup under the key and returns a placeholder for it. Null in the
 * browser.
 */
export const KeptMarkupContext = createContext<
  ((key: string, render: () => ReactElement) => string) | null
>(null);

/**
 * One form serves the buttons of all its cards through `formAction`. The server caches cards,
 * because rendering them takes most of a page's time, and most are the same as on the last page.
 */
export function CardList({ cards }: { cards: TaskCardProps[] }) {
  const returnTo = useContext(ReturnToContext) ?? "/dashboard";
  return (
    <form method="post" className="task-form">
      <input type="hidden" name="redirectTo" value={returnTo} />
      <Cards cards={cards} />
    </form>
  );
}

function Cards({ cards }: { cards: TaskCardProps[] }) {
  const addKept = useContext(KeptMarkupContext);
  if (!addKept) {
    return (
      <ul className="task-list">
        {cards.map((card) => (
          <TaskCard key={card.task.id} {...card} />
        ))}
      </ul>
    );
  }
  const markup = cards.map(({ task, isNew, isFolded, showsCategory }) => {
    const shown = { task, isNew, isFolded, showsCategory };
    return addKept(JSON.stringify(shown), () => (
      <CardView {...shown} isCompleted={task.isCompleted} />
    ));
  });
  return <ul className="task-list" dangerouslySetInnerHTML={{ __html: markup.join("") }} />;
}
