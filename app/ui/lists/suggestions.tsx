import { useFetcher } from "@remix-run/react";
import { ButtonForm } from "../shell/page-form.tsx";

/** Offers the items that were bought before. A press adds one. */
export function Suggestions({ page, names }: { page: string; names: string[] }) {
  const fetcher = useFetcher();
  if (names.length === 0) return null;
  return (
    <section className="mt-6" aria-labelledby="suggestions">
      <h2 id="suggestions" className="section-title">
        Bought before
      </h2>
      <fetcher.Form method="post" action={`${page}/items`} className="suggestions">
        {names.map((name) => (
          <button
            key={name}
            type="submit"
            className="suggestion"
            name="text"
            value={name}
            aria-label={`Add: ${name}`}
          >
            <bdi>{name}</bdi>
          </button>
        ))}
      </fetcher.Form>
      <details>
        <summary className="text-link">Forget some</summary>
        <ul className="rows">
          {names.map((name) => (
            <li key={name} className="forget-row">
              <bdi>{name}</bdi>
              <ButtonForm action={`${page}/suggestions/forget`}>
                <button type="submit" className="row-button" name="name" value={name}>
                  Forget<span className="sr-only">: {name}</span>
                </button>
              </ButtonForm>
            </li>
          ))}
        </ul>
      </details>
    </section>
  );
}
