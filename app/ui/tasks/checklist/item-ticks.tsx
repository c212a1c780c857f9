import { useFetcher } from "@remix-run/react";
import type { FormEvent } from "react";
import { Icon } from "../../icons/icon.tsx";
import { Failed } from "../../lists/add-items.tsx";
import { failureIn } from "../../saving/failure.ts";

export interface ChecklistItem {
  id: string;
  name: string;
  isTicked: boolean;
}

/** Shows items to tick. @param page the page of the task's checklist */
export function ItemTicks({ page, items }: { page: string; items: ChecklistItem[] }) {
  return (
    <ul className="items">
      {items.map((item) => (
        <ItemTick key={item.id} page={page} item={item} />
      ))}
    </ul>
  );
}

function ItemTick({ page, item: { id, name, ...item } }: { page: string; item: ChecklistItem }) {
  const fetcher = useFetcher();
  const isPressed = fetcher.state !== "idle";
  const isTicked = isPressed ? !fetcher.formAction?.endsWith("/untick") : item.isTicked;
  const failure = isPressed ? undefined : failureIn(fetcher.data);
  const action = `${page}/${id}/${isTicked ? "untick" : "tick"}`;

  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    fetcher.submit({ inPlace: "on" }, { method: "post", action, preventScrollReset: true });
  };

  return (
    <li className="item" data-ticked={isTicked || undefined}>
      <form method="post" action={action} onSubmit={onSubmit}>
        <button
          type="submit"
          className="item-tick"
          aria-label={`${isTicked ? "Bring back" : "Tick"}: ${name}`}
        >
          <span className="item-box">{isTicked && <Icon name="check" />}</span>
          <span className="item-name" dir="auto">
            {name}
          </span>
        </button>
        <Failed failure={failure} />
      </form>
    </li>
  );
}
