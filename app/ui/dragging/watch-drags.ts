interface Drags {
  /** Finds where the source lands if it is dropped on this; null for nowhere. */
  landingAt: (under: Element, source: HTMLElement) => HTMLElement | null;
  /** Says where, in words that follow the pointer. */
  describe: (landing: HTMLElement, source: HTMLElement) => string;
  onDrop: (source: HTMLElement, landing: HTMLElement) => void;
  /** The lower edge of what stays at the top of the window, where things can be dropped too. */
  topEdge?: () => number;
}

interface Drag {
  source: HTMLElement;
  pointerId: number;
  x: number;
  y: number;
  /** Set until a finger has pressed long enough. */
  timer: number | undefined;
  /** Follows the pointer once the source is lifted. */
  ghost: HTMLElement | null;
  target: HTMLElement | null;
}

/** A finger that moves before that scrolls the page. */
const pressMs = 300;
/** A pointer that moves less is pressed, not dragged. */
const slack = 6;
/** Near the edges the page scrolls, in pixels. */
const edge = 96;
/** Between the ghost and the pointer, and the window's sides. */
const [distance, margin] = [28, 8];
const clickAfterDropMs = 400;

/**
 * Lets things (`data-drag`) be dragged, by mouse or by a finger's long press. Escape cancels, and so
 * does dropping them elsewhere. Returns what ends it.
 */
export function watchDrags(root: HTMLElement, drags: Drags): () => void {
  // A modal dialog lies over everything else.
  const dialog = root.closest("dialog");
  const { documentElement: page } = document;
  const listeners = new AbortController();
  const { signal } = listeners;
  let drag: Drag | null = null;
  let droppedAt = 0;

  const end = () => {
    if (!drag) return;
    window.clearTimeout(drag.timer);
    if (drag.ghost) droppedAt = performance.now();
    drag.ghost?.remove();
    delete drag.source.dataset.dragged;
    landOn(null);
    delete page.dataset.dragging;
    drag = null;
  };

  const landOn = (target: HTMLElement | null) => {
    if (!drag || drag.target === target) return;
    delete drag.target?.dataset.landing;
    drag.target = target;
    if (target) target.dataset.landing = "";
    const where = drag.ghost?.lastElementChild;
    if (where) where.textContent = target ? drags.describe(target, drag.source) : "";
  };

  const lift = () => {
    if (!drag) return;
    drag.timer = undefined;
    drag.ghost = (dialog ?? document.body).appendChild(ghostOf(drag.source));
    drag.source.dataset.dragged = "";
    page.dataset.dragging = "";
    follow();
    requestAnimationFrame(scroll);
  };

  const follow = () => {
    if (!drag?.ghost) return;
    placeBeside(drag.ghost, drag);
    const under = document.elementFromPoint(drag.x, drag.y);
    landOn(under && drags.landingAt(under, drag.source));
  };

  const scroll = () => {
    if (!drag?.ghost) return;
    const step = stepAt(drag.y, dialog, drags.topEdge?.() ?? 0);
    if (step !== 0) {
      (dialog ?? window).scrollBy({ top: step, behavior: "instant" });
      follow();
    }
    requestAnimationFrame(scroll);
  };

  root.addEventListener(
    "pointerdown",
    ({ target, pointerId, pointerType, isPrimary, button, clientX: x, clientY: y }) => {
      const source = target instanceof Element && target.closest<HTMLElement>("[data-drag]");
      if (drag || !source || !isPrimary || button !== 0) return;
      const timer = pointerType === "mouse" ? undefined : window.setTimeout(lift, pressMs);
      drag = { source, pointerId, x, y, timer, ghost: null, target: null };
    },
    { signal },
  );
  document.addEventListener(
    "pointermove",
    ({ pointerId, clientX, clientY }) => {
      if (drag?.pointerId !== pointerId) return;
      const isMoved = Math.hypot(clientX - drag.x, clientY - drag.y) > slack;
      if (!drag.ghost && !isMoved) return;
      // The finger scrolls.
      if (drag.timer !== undefined) return end();
      Object.assign(drag, { x: clientX, y: clientY });
      if (drag.ghost) follow();
      else lift();
    },
    { signal },
  );
  document.addEventListener(
    "pointerup",
    ({ pointerId }) => {
      if (drag?.pointerId !== pointerId) return;
      const { source, target } = drag;
      end();
      if (target) drags.onDrop(source, target);
    },
    { signal },
  );
  document.addEventListener("pointercancel", end, { signal });
  document.addEventListener(
    "keydown",
    (event) => {
      if (event.key !== "Escape" || !drag?.ghost) return;
      // It does not close the dialog.
      event.preventDefault();
      end();
    },
    { signal },
  );
  // While something is lifted, a finger neither scrolls nor opens a menu.
  const keepStill = (event: Event) => {
    if (drag?.ghost) event.preventDefault();
  };
  root.addEventListener("touchmove", keepStill, { signal, passive: false });
  root.addEventListener("contextmenu", keepStill, { signal });
  // The browser would drag the link itself.
  root.addEventListener(
    "dragstart",
    (event) => {
      if (event.target instanceof Element && event.target.closest("[data-drag]"))
        event.preventDefault();
    },
    { signal },
  );
  root.addEventListener(
    "click",
    (event) => {
      if (droppedAt === 0 || performance.now() - droppedAt > clickAfterDropMs) return;
      event.preventDefault();
      event.stopPropagation();
    },
    { signal, capture: true },
  );
  return () => {
    end();
    listeners.abort();
  };
}

function ghostOf(source: HTMLElement): HTMLElement {
  const ghost = document.createElement("div");
  ghost.className = "drag-ghost";
  const title = document.createElement("bdi");
  title.textContent = source.querySelector("bdi, .item-name")?.textContent ?? "";
  ghost.append(title, document.createElement("span"));
  return ghost;
}

/** A finger covers what is under it, so the ghost stands above, or below at the top. */
function placeBeside(
  { style, offsetWidth, offsetHeight }: HTMLElement,
  at: { x: number; y: number },
) {
  const left = Math.min(at.x - offsetWidth / 2, window.innerWidth - offsetWidth - margin);
  const above = at.y - offsetHeight - distance;
  const top = above > edge ? above : at.y + distance;
  style.translate = `${Math.max(left, margin)}px ${top}px`;
}

function stepAt(y: number, dialog: HTMLElement | null, topEdge: number): number {
  const seen = dialog?.getBoundingClientRect() ?? { top: 0, bottom: window.innerHeight };
  const [top, bottom] = [Math.max(seen.top, topEdge), seen.bottom - edge];
  if (y > bottom) return (y - bottom) / 6;
  return y > top && y < top + edge ? (y - top - edge) / 6 : 0;
}
