// Pages import this file, so it must not load zod.
import { categories, type HomeView, homeViews } from "#app/domain/core/limits.ts";
import { readWhose } from "./whose-input.ts";

/** In the order of the page. */
export const dayGroups = [
  "overdue",
  "today",
  "tomorrow",
  "next-7-days",
  "later",
  "no-date",
  "done",
] as const;
export type DayGroup = (typeof dayGroups)[number];

/** The most cards in a group at first, in all groups together, and of new ones in folded groups. */
export const homeCards = { group: 10, all: 500, new: 5 };

/** The most tasks that are counted with a date, and without one. */
export const maxCounted = 2_000;

/** The part of Home that its URL asks for. */
export interface HomePlace {
  view: HomeView;
  /** The number of cards to show in each opened group, by the key of the group. */
  open: Record<string, number>;
  /** The id of the person whose tasks are shown, or `anyone`; null for everyone's. */
  whose: string | null;
}

/** "household-later", or "later" if all areas stand together. */
export function groupKey(view: HomeView, category: string, group: DayGroup): string {
  return view === "day" ? group : `${category.toLowerCase()}-${group}`;
}

const keysOf = (view: HomeView) =>
  categories.flatMap((category) => dayGroups.map((group) => groupKey(view, category, group)));
const allKeys = new Set(homeViews.flatMap(keysOf));

/** Opens every group, for as many cards as a page may have. */
export function openPlace(view: HomeView): HomePlace {
  const open = Object.fromEntries(keysOf(view).map((key) => [key, homeCards.all]));
  return { view, open, whose: null };
}

/** Anything that can't be read is left out. @param usual the view that the viewer has chosen */
export function readPlace(search: URLSearchParams, usual: HomeView): HomePlace {
  const asked = search.get("view");
  const parts = (search.get("open") ?? "").split(",").map((part) => part.split("."));
  const open = parts.flatMap(([key = "", count = String(homeCards.group)]) =>
    allKeys.has(key) && /^[1-9]\d{0,2}$/.test(count)
      ? [[key, Math.min(Number(count), homeCards.all)] as const]
      : [],
  );
  return {
    view: homeViews.find((view) => view === asked) ?? usual,
    open: Object.fromEntries(open),
    whose: readWhose(search),
  };
}

/** "/dashboard?view=day&who=ID&open=later.40". @param usual the view that the viewer has chosen */
export function placeUrl({ view, open, whose }: HomePlace, usual: HomeView): string {
  const keys = Object.entries(open).map(([key, count]) =>
    count === homeCards.group ? key : `${key}.${count}`,
  );
  const fields = [
    view !== usual && `view=${view}`,
    whose !== null && `who=${whose}`,
    keys.length > 0 && `open=${keys.join(",")}`,
  ];
  const search = fields.filter(Boolean).join("&");
  return search ? `/dashboard?${search}` : "/dashboard";
}
