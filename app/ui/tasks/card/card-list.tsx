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
 * Caches cards, because rendering them takes the server most of a page's time, and most are the
 * same as on the last page.
 */
export function CardList({ cards }: { cards: TaskCardProps[] }) {
  const addKept = useContext(KeptMarkupContext);
  const returnTo = useContext(ReturnToContext);
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
    return addKept(JSON.stringify([shown, returnTo]), () => (
      <ReturnToContext.Provider value={returnTo}>
        <CardView {...shown} isCompleted={task.isCompleted} />
      </ReturnToContext.Provider>
    ));
  });
  return <ul className="task-list" dangerouslySetInnerHTML={{ __html: markup.join("") }} />;
}
