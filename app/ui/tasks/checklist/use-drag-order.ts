import { useFetchers } from "@remix-run/react";
import { type RefObject, useEffect, useState } from "react";
import { watchDrags } from "../../dragging/watch-drags.ts";
import { useButtonSubmit } from "../../shell/page-form.tsx";

/**
 * Lets items be dragged to the place of another one, which sends the form of a button. Returns words
 * about the last move, to be read out. @param page the page of the task's checklist
 */
export function useDragOrder(list: RefObject<HTMLElement>, page: string): string {
  const { submit } = useButtonSubmit();
  const [moved, setMoved] = useState("");

  useEffect(() => {
    const shown = list.current;
    if (!shown) return;
    const move = (source: HTMLElement, landing: HTMLElement) => {
      const rows = [...shown.querySelectorAll<HTMLElement>("[data-drag]")];
      const to = rows.indexOf(landing);
      const isDown = to > rows.indexOf(source);
      return {
        words: `${isDown ? "after" : "before"} ${nameOf(landing)}`,
        after: (isDown ? landing : rows[to - 1])?.dataset.drag ?? "",
      };
    };
    return watchDrags(shown, {
      landingAt: (under, source) => {
        const item = under.closest(".item");
        const landing = item?.matches("[data-drag]") ? item : item?.querySelector("[data-drag]");
        return landing instanceof HTMLElement && shown.contains(landing) && landing !== source
          ? landing
          : null;
      },
      describe: (landing, source) => move(source, landing).words,
      onDrop: (source, landing) => {
        const { words, after } = move(source, landing);
        setMoved(`${nameOf(source)} is now ${words}`);
        submit({ inPlace: "on", after }, `${page}/${source.dataset.drag}/move`);
      },
    });
  }, [list, page, submit]);
  return moved;
}

const nameOf = (source: HTMLElement) => source.querySelector(".item-name")?.textContent ?? "";

/** Shows an item at its new place before the server has answered. */
export function useShownOrder<Item extends { id: string }>(page: string, items: Item[]): Item[] {
  return useFetchers().reduce((shown, { formAction, formData }) => {
    const [, id] = /\/checklist\/([^/]+)\/move$/.exec(formAction ?? "") ?? [];
    const item = shown.find((one) => one.id === id);
    if (!item || !formAction?.startsWith(page)) return shown;
    const others = shown.filter((one) => one !== item);
    const after = formData?.get("after") ?? "";
    const at = others.findIndex((one) => one.id === after);
    return at < 0 && after !== "" ? shown : others.toSpliced(at + 1, 0, item);
  }, items);
}
