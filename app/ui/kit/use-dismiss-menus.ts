import { useEffect } from "react";

const openMenus = "details.card-menu[open]";

/** Closes the cards' menus on Escape and outside clicks, with one listener for all cards. */
export function useDismissMenus(): void {
  useEffect(() => {
    const close = (menu: Element) => menu.removeAttribute("open");
    const onKey = ({ key }: KeyboardEvent) => {
      if (key !== "Escape") return;
      for (const menu of document.querySelectorAll(openMenus)) {
        if (menu.contains(document.activeElement)) menu.querySelector("summary")?.focus();
        close(menu);
      }
    };
    const onPress = ({ target }: PointerEvent) => {
      for (const menu of document.querySelectorAll(openMenus))
        if (!menu.contains(target as Node)) close(menu);
    };
    document.addEventListener("keydown", onKey);
    document.addEventListener("pointerdown", onPress);
    return () => {
      document.removeEventListener("keydown", onKey);
      document.removeEventListener("pointerdown", onPress);
    };
  }, []);
}
