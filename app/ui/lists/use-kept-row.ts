import { type RefObject, useEffect, useRef } from "react";

interface LastFocus {
  /** Each button of a row says what it does and to which item: "Delete: Milk". */
  item: string;
  row: number;
  column: number;
}

/**
 * Keeps the focus in a list: a button that moves with its item keeps it, and that of an item that
 * goes gives it to the next one.
 */
export function useKeptRow<List extends HTMLElement>(): RefObject<List> {
  const list = useRef<List>(null);
  const last = useRef<LastFocus>();

  useEffect(() => {
    const remember = ({ target }: Event) => {
      if (!(target instanceof Element)) return;
      if (target.closest(".toasts")) return;
      const row = target.closest<HTMLElement>(".item");
      last.current =
        row && list.current?.contains(row)
          ? {
              item: itemOf(target.closest("a, button") ?? target),
              row: rowsOf(list.current).indexOf(row),
              column: controlsOf(row).findIndex((control) => control.contains(target)),
            }
          : undefined;
    };
    const events = ["focusin", "pointerdown"];
    for (const event of events) document.addEventListener(event, remember);
    return () => {
      for (const event of events) document.removeEventListener(event, remember);
    };
  }, []);

  useEffect(() => {
    if (!last.current || document.activeElement !== document.body) return;
    const focused = last.current;
    const { item, row, column } = focused;
    const rows = list.current ? rowsOf(list.current) : [];
    const same = rows.find((one) => controlsOf(one).some((control) => itemOf(control) === item));
    const controls = controlsOf(same ?? rows[Math.min(row, rows.length - 1)]);
    const next = controls[column] ?? controls[0] ?? document.getElementById("item-text");
    next?.focus({ preventScroll: true });
    // Undo brings back the item that has gone.
    last.current = focused;
  });
  return list;
}

const rowsOf = (list: HTMLElement) => [...list.querySelectorAll<HTMLElement>(".item")];
const controlsOf = (row: HTMLElement | undefined) => [
  ...(row?.querySelectorAll<HTMLElement>("a, button") ?? []),
];

function itemOf(control: Element): string {
  const label = control.getAttribute("aria-label") ?? "";
  return label.slice(label.indexOf(": ") + 2);
}
