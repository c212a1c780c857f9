import { Link, useFetchers, useSubmit } from "@remix-run/react";
import { type FormEvent, useEffect, useState } from "react";
import { itemKey } from "#app/domain/lists/limits.ts";
import { useKept } from "../offline/use-kept.ts";
import { withKeptItems } from "../offline/with-kept.ts";
import { randomId } from "../saving/random-id.ts";
import { Icon } from "../icons/icon.tsx";
import { useKeptRow } from "./use-kept-row.ts";

interface Item {
  id: string;
  name: string;
  isTicked: boolean;
  isWaiting?: boolean;
}

/** One form for all items: each button names its own address. */
export function ItemList({ page, items }: { page: string; items: Item[] }) {
  const submit = useSubmit();
  const form = useKeptRow<HTMLFormElement>();
  const shown = useShownItems(page, items);
  const { settling, settle } = useSettling();
  const isOpen = ({ id, isTicked }: Item) => !isTicked || settling.includes(id);
  const twins = findTwins(shown);
  const [open, ticked] = [shown.filter(isOpen), shown.filter((item) => !isOpen(item))];

  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    const { submitter } = event.nativeEvent as SubmitEvent;
    const action = submitter?.getAttribute("formaction");
    const id = action && /\/items\/([^/]+)\/\w+$/.exec(action)?.[1];
    event.preventDefault();
    if (!action) return;
    if (id && action.endsWith("tick")) settle(id);
    const fields = id && {
      inPlace: "on",
      changeId: randomId(),
      listId: page.split("/").at(-1)!,
      itemId: id,
      name: shown.find((item) => item.id === id)?.name ?? "",
    };
    submit(fields || null, {
      method: "post",
      action,
      navigate: false,
      fetcherKey: `item ${id ?? action}`,
      preventScrollReset: true,
    });
  };

  if (shown.length === 0) return <p className="empty">Nothing on this list yet</p>;
  return (
    <form ref={form} method="post" onSubmit={onSubmit}>
      {open.length > 0 ? (
        <ul className="items" aria-label="Open" data-open>
          {open.map((item) => (
            <ItemRow key={item.id} page={page} item={item} twins={twins.get(item.id)} />
          ))}
        </ul>
      ) : (
        <p className="empty">All done</p>
      )}
      {ticked.length > 0 && (
        <>
          <div className="items-head">
            <h2 className="section-title">Ticked ({ticked.length})</h2>
            <button type="submit" className="row-button" formAction={`${page}/items/clear`}>
              Clear ticked
            </button>
          </div>
          <ul className="items" aria-label="Ticked">
            {ticked.map((item) => (
              <ItemRow key={item.id} page={page} item={item} />
            ))}
          </ul>
        </>
      )}
    </form>
  );
}

/** Finds open items of one name, as two people add them who see only their own. Keyed by the last. */
function findTwins(items: Item[]): Map<string, Item[]> {
  const byKey = new Map<string, Item[]>();
  for (const item of items.filter(({ isTicked, isWaiting }) => !isTicked && !isWaiting)) {
    const key = itemKey(item.name);
    byKey.set(key, [...(byKey.get(key) ?? []), item]);
  }
  const groups = [...byKey.values()].filter((same) => same.length > 1);
  return new Map(groups.map((same) => [same.at(-1)!.id, same]));
}

interface ItemRowProps {
  page: string;
  item: Item;
  twins?: Item[] | undefined;
}

function ItemRow({ page, item: { id, name, isTicked, isWaiting }, twins }: ItemRowProps) {
  const place = `${page}/items/${id}`;
  return (
    <li className={twins ? "item flex-wrap" : "item"} data-ticked={isTicked || undefined}>
      <button
        type="submit"
        className="item-tick"
        formAction={`${place}/${isTicked ? "untick" : "tick"}`}
        aria-label={`${isTicked ? "Bring back" : "Tick"}: ${name}`}
      >
        <span className="item-box">{isTicked && <Icon name="check" />}</span>
        <span className="item-name" dir="auto">
          {name}
        </span>
        {isWaiting && <span className="item-waits">Waiting</span>}
      </button>
      {!isWaiting && (
        <Link className="item-more" to={place} aria-label={`Change: ${name}`}>
          <Icon name="pencil" />
        </Link>
      )}
      <button
        type="submit"
        className="item-delete"
        formAction={`${place}/delete`}
        aria-label={`Delete: ${name}`}
      >
        <Icon name="x" />
      </button>
      {twins && <KeepOne page={page} twins={twins} />}
    </li>
  );
}

function KeepOne({ page, twins }: { page: string; twins: Item[] }) {
  const { id, name } = twins[0]!;
  return (
    <p className="item-twins">
      <span>
        <bdi>{name}</bdi>{" "}
        <span>is on the list {twins.length === 2 ? "twice" : `${twins.length} times`}</span>
      </span>
      <button
        type="submit"
        className="row-button"
        formAction={`${page}/items/${id}/keep-one`}
        aria-label={`Keep one: ${name}`}
      >
        Keep one
      </button>
    </p>
  );
}

/** Shows what was pressed before the server has answered, and what waits for a connection. */
function useShownItems(page: string, saved: Item[]): Item[] {
  const items = withKeptItems(page.split("/").at(-1)!, saved, useKept());
  const pressed = new Map<string, string>();
  for (const { formAction, state } of useFetchers()) {
    const [, id = "", kind = ""] = /\/items\/([^/]+)\/(\w+)$/.exec(formAction ?? "") ?? [];
    if (state !== "idle" && formAction?.startsWith(`${page}/items/`)) pressed.set(id, kind);
  }
  return items
    .filter(({ id }) => pressed.get(id) !== "delete")
    .map((item) => {
      const kind = pressed.get(item.id);
      return kind === "tick" || kind === "untick" ? { ...item, isTicked: kind === "tick" } : item;
    });
}

const settleMs = 4_000;

/** A ticked item stays for a while, so that a second tap does not hit the next one. */
function useSettling(): { settling: string[]; settle: (id: string) => void } {
  const [settling, setSettling] = useState<string[]>([]);
  useEffect(() => {
    if (settling.length === 0) return;
    const timer = window.setTimeout(() => {
      passFocusOn();
      setSettling([]);
    }, settleMs);
    return () => window.clearTimeout(timer);
  }, [settling]);
  return {
    settling,
    settle: (id) => setSettling((before) => [...before.filter((other) => other !== id), id]),
  };
}

/** A focused item that sinks gives the focus to the open one after it, or to the field. */
function passFocusOn(): void {
  const row = document.activeElement?.closest<HTMLElement>(".item[data-ticked]");
  if (!row?.closest("[data-open]")) return;
  let next = row.nextElementSibling;
  while (next?.matches("[data-ticked]")) next = next.nextElementSibling;
  const target = next?.querySelector<HTMLElement>(".item-tick");
  (target ?? document.getElementById("item-text"))?.focus({ preventScroll: true });
}
