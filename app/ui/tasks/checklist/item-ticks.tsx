import { useFetcher } from "@remix-run/react";
import { type FormEvent, useRef } from "react";
import { Icon } from "../../icons/icon.tsx";
import { Failed } from "../../lists/add-items.tsx";
import { useKept } from "../../offline/use-kept.ts";
import { withKeptTicks } from "../../offline/with-kept.ts";
import { failureIn } from "../../saving/failure.ts";
import { randomId } from "../../saving/random-id.ts";
import { useDragOrder, useShownOrder } from "./use-drag-order.ts";

export interface ChecklistItem {
  id: string;
  name: string;
  isTicked: boolean;
}

/** Shows items to tick. @param page the page of the task's checklist */
export function ItemTicks({ page, items }: { page: string; items: ChecklistItem[] }) {
  const list = useRef<HTMLUListElement>(null);
  const shown = useShownOrder(page, withKeptTicks(items, useKept()));
  const moved = useDragOrder(list, page);
  return (
    <>
      <p role="status" className="sr-only">
        {moved}
      </p>
      <ul ref={list} className="items">
        {shown.map((item) => (
          <ItemTick key={item.id} page={page} item={item} />
        ))}
      </ul>
    </>
  );
}

interface ItemTickProps {
  page: string;
  item: ChecklistItem & { isWaiting?: boolean };
}

function ItemTick({ page, item: { id, name, isWaiting, ...item } }: ItemTickProps) {
  const fetcher = useFetcher();
  const isPressed = fetcher.state !== "idle";
  const isTicked = isPressed ? !fetcher.formAction?.endsWith("/untick") : item.isTicked;
  const failure = isPressed ? undefined : failureIn(fetcher.data);
  const action = `${page}/${id}/${isTicked ? "untick" : "tick"}`;

  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    const fields = { inPlace: "on", changeId: randomId(), itemId: id, name };
    fetcher.submit(fields, { method: "post", action, preventScrollReset: true });
  };

  return (
    <li className="item" data-drag={id} data-ticked={isTicked || undefined}>
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
          {isWaiting && <span className="item-waits">Waiting</span>}
        </button>
        <Failed failure={failure} />
      </form>
    </li>
  );
}
