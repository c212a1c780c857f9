import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Form, useLoaderData, useNavigation, useSubmit } from "@remix-run/react";
import { useEffect, useRef } from "react";
import { textLength } from "#app/domain/core/limits.ts";
import { nowIso } from "#app/domain/core/time.ts";
import { findWhose } from "#app/domain/pages/whose.server.ts";
import { soughtText } from "#app/domain/search/input.ts";
import { isEmpty, searchTasks } from "#app/domain/search/search-tasks.server.ts";
import { searchItems } from "#app/domain/search/search-items.server.ts";
import { readWhose } from "#app/domain/tasks/lists/whose-input.ts";
import { requireViewer } from "#app/server/session.server.ts";
import { WhoseLinks } from "#app/ui/tasks/whose-links.tsx";
import { FoundTasks } from "#app/ui/search/found-tasks.tsx";
import { AppShell } from "#app/ui/shell/app-shell.tsx";
import { pageTitle } from "#app/ui/shell/page-title.ts";
import { database } from "#db/connection.server.ts";

export { getOnly as action } from "#app/server/http-errors.server.ts";
export { shouldRevalidate } from "#app/ui/navigation/should-revalidate.ts";

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: data?.text ? pageTitle(data.text, "Search") : "Search · Mila" },
];

export async function loader(args: LoaderFunctionArgs) {
  const viewer = await requireViewer(args);
  const { searchParams } = new URL(args.request.url);
  const text = soughtText.parse(searchParams.get("q"));
  const choice = await findWhose(database(), viewer, readWhose(searchParams));
  const found = await searchTasks(database(), viewer, text, nowIso(), choice.whose);
  const mayGuess = found === null || found.isGuess || isEmpty(found);
  // Items are nobody's.
  const listed =
    choice.whose === null
      ? await searchItems(database(), viewer, text, { mayGuess })
      : { items: [], isGuess: false };
  return { text, choice, found, listed };
}

export default function Search() {
  const { text, choice, found, listed } = useLoaderData<typeof loader>();
  const urlOf = (who: string | null) =>
    `/search?${new URLSearchParams({ q: text, ...(who !== null && { who }) })}`;
  return (
    <AppShell>
      <div className="form-page">
        <h1 className="page-title">Search</h1>
        <SearchForm text={text} whose={choice.whose} />
        {text !== "" && <WhoseLinks {...choice} urlOf={urlOf} />}
        <FoundTasks text={text} found={found} listed={listed} />
      </div>
    </AppShell>
  );
}

const pauseMs = 200;

/** Without JavaScript, the button sends the form. With it, results follow the typing. */
function SearchForm({ text, whose }: { text: string; whose: string | null }) {
  const submit = useSubmit();
  const isBusy = useNavigation().location?.pathname === "/search";
  const input = useRef<HTMLInputElement>(null);
  const timer = useRef(0);
  useEffect(() => () => window.clearTimeout(timer.current), []);
  const search = () => submit(input.current!.form, { replace: true, preventScrollReset: true });
  return (
    <Form
      role="search"
      action="/search"
      className="search-form"
      onSubmit={() => window.clearTimeout(timer.current)}
    >
      {whose !== null && <input type="hidden" name="who" value={whose} />}
      <label htmlFor="q" className="sr-only">
        Find a task
      </label>
      <input
        ref={input}
        id="q"
        name="q"
        type="search"
        className="control search-input"
        defaultValue={text}
        placeholder="dentist, Emma, school form"
        maxLength={textLength.search}
        autoFocus
        autoComplete="off"
        enterKeyHint="search"
        onChange={() => {
          window.clearTimeout(timer.current);
          timer.current = window.setTimeout(search, pauseMs);
        }}
      />
      <button type="submit" className="button-secondary" aria-busy={isBusy}>
        Search
      </button>
    </Form>
  );
}
