import { type Listed, useNews } from "./use-news.ts";

/** Says what others have just changed in a list, for screen readers. */
export function News({ listed }: { listed: readonly Listed[] }) {
  const news = useNews(listed);
  return (
    <p className="sr-only" aria-live="polite">
      {news}
    </p>
  );
}
