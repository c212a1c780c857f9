import { useEffect, useRef, useState } from "react";
import { takeLiveReload } from "./use-live-changes.ts";

export interface Listed {
  id: string;
  isCompleted: boolean;
  due: { instant: string } | null;
}

/** Further changes are only counted. */
const maxTold = 3;

/** Describes others' latest changes to the listed tasks, for screen readers. */
export function useNews(listed: readonly Listed[]): string {
  const [news, setNews] = useState("");
  const before = useRef<Map<string, string>>();
  useEffect(() => {
    const now = new Map(
      listed.map(({ id, isCompleted, due }) => [id, `${isCompleted} ${due?.instant ?? ""}`]),
    );
    const ids = before.current ? changedIds(before.current, now) : [];
    before.current = now;
    if (!takeLiveReload() || ids.length === 0) return;
    // The same words again would not be announced.
    void readNews(ids).then((words) =>
      setNews((last) => (words === last ? `${words}\u00A0` : words)),
    );
  }, [listed]);
  return news;
}

const changedIds = (before: Map<string, string>, now: Map<string, string>) =>
  [...new Set([...before.keys(), ...now.keys()])].filter((id) => before.get(id) !== now.get(id));

async function readNews(ids: string[]): Promise<string> {
  try {
    const answer = await fetch(`/tasks/news?${new URLSearchParams({ ids: ids.join() })}`);
    const { news } = (await answer.json()) as { news: string[] };
    const more = news.length - maxTold;
    return [
      ...news.slice(0, maxTold),
      ...(more > 0 ? [`${more} more ${more === 1 ? "change" : "changes"}`] : []),
    ].join(". ");
  } catch {
    // The list itself shows what has changed.
    return "";
  }
}
