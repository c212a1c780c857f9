import { Icon } from "../../icons/icon.tsx";
import { useInBrowser } from "../../kit/use-in-browser.ts";
import { useKeptRow } from "../../lists/use-kept-row.ts";
import { ButtonForm, PageLink } from "../../shell/page-form.tsx";
import type { ChecklistItem } from "./item-ticks.tsx";
import { useDragOrder, useShownOrder } from "./use-drag-order.ts";

/** Shows items to move, rename and delete. @param page the page of the task's checklist */
export function ItemOrder({ page, items: saved }: { page: string; items: ChecklistItem[] }) {
  const list = useKeptRow<HTMLUListElement>();
  const isInBrowser = useInBrowser(() => true, false);
  const items = useShownOrder(page, saved);
  const moved = useDragOrder(list, page);
  return (
    <>
      <p role="status" className="sr-only">
        {moved}
      </p>
      <ul ref={list} className="items">
        {items.map(({ id, name, isTicked }, index) => (
          <li key={id} className="item" data-ticked={isTicked || undefined}>
            <PageLink
              className="item-rename"
              to={`${page}/${id}/rename`}
              data-drag={id}
              aria-label={`Rename: ${name}`}
            >
              <span className="item-name" dir="auto">
                {name}
              </span>
            </PageLink>
            <ButtonForm className="item-buttons">
              {isInBrowser && <input type="hidden" name="inPlace" value="on" />}
              <MoveButton
                place={`${page}/${id}`}
                way="up"
                name={name}
                after={index === 0 ? undefined : (items[index - 2]?.id ?? "")}
              />
              <MoveButton
                place={`${page}/${id}`}
                way="down"
                name={name}
                after={items[index + 1]?.id}
              />
              <button
                type="submit"
                className="item-delete"
                formAction={`${page}/${id}/delete`}
                aria-label={`Delete: ${name}`}
              >
                <Icon name="x" />
              </button>
            </ButtonForm>
          </li>
        ))}
      </ul>
      {isInBrowser && items.length > 1 && (
        <p className="hint mt-1">You can drag items, too. With a finger, hold one first.</p>
      )}
    </>
  );
}

interface MoveButtonProps {
  place: string;
  way: "up" | "down";
  name: string;
  /** The item that it would follow; undefined if it can't go further. */
  after: string | undefined;
}

/** At the end it keeps the focus, so that the other way is one step away. */
function MoveButton({ place, way, name, after }: MoveButtonProps) {
  const press =
    after === undefined
      ? ({ type: "button", "aria-disabled": true } as const)
      : ({ type: "submit", formAction: `${place}/move`, name: "after", value: after } as const);
  return (
    <button {...press} className="item-move" aria-label={`Move ${way}: ${name}`}>
      <Icon name={way === "up" ? "arrow-up" : "arrow-down"} />
    </button>
  );
}
