export type Kind = "button" | "link" | "field" | "summary";

export interface Sought {
  kind: Kind;
  name: string;
  /** The title of the card, or the heading of the part of the page, that holds it. */
  on?: string;
  /** Is set instead of pressing it. React listens to the native setter only. */
  value?: string;
}

/** A press there leaves the page, if the page runs no scripts. */
export interface Place {
  x: number;
  y: number;
  leaves: boolean;
}

export type Found = Place | { why: string };

/**
 * Runs in the page, as text: it may use nothing from outside.
 * Scrolls to the element, and says where a finger would press it, or why it can't.
 */
export function findInPage({ kind, name, on, value }: Sought): Found {
  const isMoving = document.getAnimations().some(({ playState, effect }) => {
    return playState === "running" && effect?.getComputedTiming().iterations !== Infinity;
  });
  if (isMoving) return { why: "something still moves" };
  const selectors = {
    button: "button, summary, [role=button], input[type=submit]",
    link: "a[href]",
    field: "input, textarea, select",
    summary: "summary",
  };
  if ("__remixContext" in window && !hasReact()) return { why: "the page is not alive yet" };
  const dialog = [...document.querySelectorAll("dialog:modal")].at(-1);
  const all = [...(dialog ?? document).querySelectorAll(selectors[kind])].filter(isOnCard);
  const exact = all.filter((element) => nameOf(element) === name);
  // "More: Call the vet".
  const begun = all.filter((element) => nameOf(element).startsWith(`${name}: `));
  const named = exact.length > 0 ? exact : begun;
  const element = named.find(isVisible);
  if (!element) {
    const names = all.filter(isVisible).map(nameOf);
    return { why: `${named.length} hidden; there are: ${names.join(" | ")}` };
  }
  const root = document.documentElement;
  const { behavior, block } = { behavior: "instant", block: "center" } as const;
  const first = element.getBoundingClientRect();
  if (first.top < 0 || first.bottom > root.clientHeight || !isHitAt(first)) {
    element.scrollIntoView({ behavior, block, inline: "nearest" });
  }
  const box = element.getClientRects()[0]!;
  if (!isHitAt(box)) return { why: `covered by ${pressedAt(box)?.outerHTML.slice(0, 200)}` };
  if (value !== undefined) setValue(element as HTMLInputElement, value);
  return {
    x: box.x + box.width / 2,
    y: box.y + box.height / 2,
    leaves: !element.matches("summary, input, select, textarea"),
  };

  function hasReact() {
    return Object.keys(document.querySelector("main") ?? {}).some((key) =>
      key.startsWith("__reactFiber"),
    );
  }

  function setValue(field: HTMLInputElement, to: string) {
    Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), "value")!.set!.call(field, to);
    for (const type of ["input", "change"]) field.dispatchEvent(new Event(type, { bubbles: true }));
  }

  function isHitAt(rectangle: DOMRect) {
    const there = pressedAt(rectangle);
    return there?.contains(element!) || element!.contains(there) || labelOf(there) === element;
  }

  function pressedAt({ x, y, width, height }: DOMRect) {
    return document.elementFromPoint(x + width / 2, y + height / 2);
  }

  function labelOf(inside: Element | null) {
    return inside?.closest("label")?.control;
  }

  function isVisible(one: Element) {
    return one.checkVisibility({ visibilityProperty: true }) && !one.closest("[inert]");
  }

  function isOnCard(one: Element): boolean {
    if (on === undefined) return true;
    const card = one.closest("li, section, form, details");
    const heading = card?.querySelector("h2, h3, summary") ?? null;
    return (
      heading?.textContent?.trim() === on ||
      (card?.parentElement ? isOnCard(card.parentElement) : false)
    );
  }

  function nameOf(one: Element): string {
    const ids = one.getAttribute("aria-labelledby")?.split(" ");
    const labelled = ids?.map((id) => spoken(document.getElementById(id)!)).join(" ");
    const labels = [...((one as HTMLInputElement).labels ?? [])].map(spoken).join(" ");
    const own = kind === "field" ? labels : spoken(one);
    return (labelled || one.getAttribute("aria-label") || own || "").replaceAll(/\s+/g, " ").trim();
  }

  function spoken(node: Node): string {
    if (node instanceof Text) return node.data;
    if (!(node instanceof Element) || node.getAttribute("aria-hidden") === "true") return "";
    if (getComputedStyle(node).display === "none") return "";
    return node.getAttribute("aria-label") ?? [...node.childNodes].map(spoken).join("");
  }
}

/** Runs in the page. Plain files never come alive, and need not. */
export function isAlive(): boolean {
  const main = document.querySelector("main") ?? {};
  return (
    !document.querySelector("script") ||
    Object.keys(main).some((key) => key.startsWith("__reactFiber"))
  );
}

/** Runs in the page: all that can be seen of it, or the part that a selector chooses. */
export function readPage(selector: string): string {
  const parts = [...document.querySelectorAll<HTMLElement>(selector)];
  const seen = parts.filter((part) => part.checkVisibility());
  return seen
    .map((part) => part.innerText)
    .join("\n")
    .replaceAll(/[\s\u00A0]+/g, " ");
}
